# numerics/gram.c: what a column leaves to its parent has the wrong sign; caught by test_singular
s/F\[g->index\[b\]\] += left\[b\]/F[g->index[b]] -= left[b]/
