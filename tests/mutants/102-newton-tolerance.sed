# methods/jet_step.c: projections end at a hundred times the Newton tolerance; caught by test_jet
s/s->opt\[NEWTON_FACTOR\] \* s->rtol/100 * s->opt[NEWTON_FACTOR] * s->rtol/
