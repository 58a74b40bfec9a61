# numerics/saddle_sparse.c: pivots of a failed step are kept for those after it; caught by test_steps
s/    if (s->first) return HOL_OK;/    klu_free_numeric(\&s->first, \&s->common);/
