# methods/projection_quasi.c: on the way to an invariant v does not turn with q; caught by test_jet
s/hol_axpy(n, -1, u, slope);/hol_axpy(n, 0, u, slope);/
