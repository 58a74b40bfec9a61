# methods/stabilise.c: (12) takes W d for the gradient of the distance, as if rotations commuted; caught by test_paper_004 at length
s/hol_dexpinv(sys, back, pull, x)/memcpy(x, pull, (size_t)sys->nv * sizeof *x)/
