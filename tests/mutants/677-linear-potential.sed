# methods/discrete_gradient.c: where U is linear its gradient is left out; caught by test_invariants
s/        hol_grad_potential(sys, q0, DU);/        (void)q0;/
