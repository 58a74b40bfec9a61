# methods/ggl_equations.c: the nonholonomic forces have the wrong sign in the residual; caught by test_tolerances
s/hol_multiply_transposed_add(&sys->A, A, 1, y->alpha, r->v);/hol_multiply_transposed_add(\&sys->A, A, -1, y->alpha, r->v);/
