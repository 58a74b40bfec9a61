# methods/discrete_gradient.c: the discrete gradient of U is the gradient at the midpoint; caught by test_invariants
/square > 0) hol_axpy(n, defect/d
