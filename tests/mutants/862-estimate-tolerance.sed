# harness/study/study_estimate.c: the tolerances stay those of the study; caught by test_tolerances
s/x->s->rtol = rtol/x->s->rtol = tolerance/
