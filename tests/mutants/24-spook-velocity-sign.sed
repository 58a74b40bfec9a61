# methods/spook.c: the sign of Upsilon G v in (29) is wrong; caught by test_spook
s/i) \* (a->Cv\[i\] - 4 \/ h/i) * (-a->Cv[i] - 4 \/ h/
