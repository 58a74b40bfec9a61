# numerics/saddle_klu.c: a matrix that fails takes the pivots of the others with it; caught by test_steps
s/^    s->own = klu_factor/    klu_free_numeric(\&s->first, \&s->common);\n&/
