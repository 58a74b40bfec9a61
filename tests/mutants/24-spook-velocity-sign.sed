# methods/spook.c: the sign of Upsilon G v in (29) is wrong; caught by test_spook
s/upsilon \* (Cv\[i\] - 4 \/ h/upsilon * (-Cv[i] - 4 \/ h/
