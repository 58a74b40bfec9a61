# methods/multistep.c: turned back, the differences keep their sign; caught by test_multistep
s/reverse(k, n, -1, x->d);/reverse(k, n, 1, x->d);/
