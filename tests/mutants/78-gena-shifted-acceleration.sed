# methods/gena_start.c: the start takes a for the acceleration at the node; caught by test_lie
s/hol_axpy(sys->nv, delta \* h, vddot, a)/hol_axpy(sys->nv, 0 * h, vddot, a)/
