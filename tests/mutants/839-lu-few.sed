# numerics/dense.c: the last sum of a small factor's back substitution is left out; caught by test_numerics
s/for (int i = 0; i < k; i++) y\[i\] -=/for (int i = 0; i < k - 1; i++) y[i] -=/
