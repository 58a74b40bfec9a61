# methods/em.c: an iteration whose corrections do nothing for the constraints counts as converged; caught by test_steps
s/<= 1e3 \* fmax(newton/<= 1e300 * fmax(newton/
