# methods/rk8pd.c: the estimate of rk8pd is taken between the same solution; caught by test_tolerances
s/hol_prince_dormand_7, 1, n, k/T->b, 1, n, k/
