# mechanics/constraints.c: the rate of a driven rolling row is left out; caught by test_formulations
s/: rate - hol_dot3/: -hol_dot3/
