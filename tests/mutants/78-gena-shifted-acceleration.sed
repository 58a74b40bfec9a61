# methods/gena_lie.c: the start takes a for the acceleration at the node; caught by test_lie
s/hol_axpy(n, (c->am - c->af) \* h, vddot, a)/hol_axpy(n, 0 * h, vddot, a)/
