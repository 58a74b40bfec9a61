# methods/gena_newton.c: the constraint force is left out of what a held matrix is to correct; caught by test_orders
/hol_multiply_transposed_add(&sys->G, S->G, -1, S->lambda, x);/d
