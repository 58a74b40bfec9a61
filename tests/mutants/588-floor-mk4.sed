# harness/study/floors/mk4.c: the bracket of dexpinv as of right trivialisation; caught by test_floors
s/w\[i\] + a\[i\] \/ 2/w[i] - a[i] \/ 2/
