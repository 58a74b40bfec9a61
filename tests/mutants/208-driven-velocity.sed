# methods/reduced.c: q' of a chart without what driven constraints carry along; caught by test_driven
s/hol_axpy(c->n, -1, carried, qdot)/hol_axpy(c->n, 0, carried, qdot)/
