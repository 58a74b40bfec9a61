# methods/chart_ahead.c: U u goes on against its rate; caught by test_tangent
s/hol_axpy(c->n, -1, qdot, rate)/hol_axpy(c->n, -3, qdot, rate)/
