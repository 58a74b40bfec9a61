# methods/chart_onto.c: B does not catch up where its updates leave much of the residual; caught by test_tangent
s/!slow || u->caught_up/slow || !slow/
