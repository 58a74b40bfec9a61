# methods/tangent_ahead.c: the estimate leaves the error of the velocity out; caught by test_tolerances
s/hol_combine(S->table.stages, S->e\[k\], h, c->n, qddot, NULL, sum)/memset(sum, 0, sizeof *sum * (size_t)c->n)/
