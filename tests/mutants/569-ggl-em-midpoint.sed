# methods/ggl_em.c: G v = 0 is asked of the mean velocity; caught by test_invariants
s|a\[i\] = I->z->v\[i\] - 2 \* I->v\[i\]|a[i] = -2 * I->v[i]|
