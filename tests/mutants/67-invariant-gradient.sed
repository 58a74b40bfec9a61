# methods/invariants.c: the gradient of the energy lacks dT/dq; caught by test_jet
s/    hol_axpy(n, 1, dT, dq);/    hol_axpy(n, -3, dT, dq);/;s/        hol_axpy(n, 1, dT, dq);/        hol_axpy(n, -3, dT, dq);/
