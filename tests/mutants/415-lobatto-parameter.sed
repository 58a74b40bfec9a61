# methods/lobatto.c: the second table of the pair does not see the parameter; caught by test_invariants
s/L->b\[k\] \* (1 - own->a\[k\]\[j\] \/ L->b\[j\])/L->b[k] * (1 - L->a[k][j] \/ L->b[j])/
