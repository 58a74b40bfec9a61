# harness/study/floors/gena_top.c: the newest acceleration has the weight of the oldest; caught by test_floors
s/((1 - c->am) \* a1 + c->am \* a0/(c->am * a1 + (1 - c->am) * a0/
