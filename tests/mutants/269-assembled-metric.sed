# mechanics/closest.c: the closure goes by the plain norm of the freedoms, not by the masses; caught by test_assemble
s/    forward(p->n, p->L, y);/    (void)forward;/
