# mechanics/symmetries.c: a symmetry need not keep the constraints; caught by test_linearise
s/x->along\[i\] \/ row_unit(sys, i) : 0/0 : 0/
