# mechanics/null_space.c: a solution that misses the rows of joints is taken; caught by test_em
s/if (!holds(sys, A->C, x, kept)) return HOL_SINGULAR;//
