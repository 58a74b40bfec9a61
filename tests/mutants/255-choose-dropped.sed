# harness/study/choose.c: one is left behind at the first rung that costs a tenth of a millisecond; caught by test_choose
s|limit = fmax(hopeless \* s->best, affordable)|limit = fmin(1e-4, affordable)|
