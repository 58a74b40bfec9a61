# methods/taylor.c: a series goes by the matrix of the place before its correction; caught by test_taylor
s/begin(n, sys, t, z);/begin(n, sys, t, z); hol_series_extend(n->series, MOST, hol_series_solve_by, T->factors);/
