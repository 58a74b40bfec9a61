# methods/jet_step.c: projections end at a hundred times the Newton tolerance; caught by test_jet
s/hol_real(s, HOL_JET_NEWTON_FACTOR) \* s->rtol/100 * &/
