# methods/spook.c: the sign of Upsilon G v in (29) is wrong; caught by test_spook
s/upsilon\[i\] \* (a->Cv\[i\] - 4 \/ h/upsilon[i] * (-a->Cv[i] - 4 \/ h/
