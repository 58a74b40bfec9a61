# methods/mexax.c: the bracket of the rotation vector is left out; caught by test_mexax
s/hol_dexpinv(sys, x, v, dv);/memcpy(dv, v, (size_t)n * sizeof *dv);/
