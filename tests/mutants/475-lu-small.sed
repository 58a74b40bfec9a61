# numerics/dense.c: rows are not exchanged in the whole; caught by test_numerics
s/if (p != k) swap_rows(n, A + k \* n, A + p \* n);/if (p != k) swap_rows(n - k, A + k * n, A + p * n);/
