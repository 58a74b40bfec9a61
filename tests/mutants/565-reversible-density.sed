# methods/rattle_adaptive.c: the density of the steps grows by the slope of the old node alone; caught by test_adaptive
s|: \*x->rho + eps / 2 \* \*x->g;|: *x->rho + eps * *x->g;|
s|: between + eps / 2 \* \*x->g;|: between;|
