# numerics/whole_matrix.c: the units of unknowns and rows are left as they are; caught by test_saddle_rank
s/    return x > 0 \&\& isfinite(x) ? scalbn(1, (int)nearbyint(-power \* log2(x))) : 1;/    return (void)power, x > 0 ? 1 : 1;/
