# methods/rk8pd.c: the estimate of rk8pd is taken between the same solution; caught by test_tolerances
s/hol_prince_dormand_7, n, k, error/T->b, n, k, error/
