# mechanics/constraints.c: the rate of a driven rolling row is left out; caught by test_formulations
s/b\[r\] = rate - hol_dot3/b[r] = -hol_dot3/
