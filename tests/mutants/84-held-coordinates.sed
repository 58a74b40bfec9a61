# mechanics/linear_rows.c: columns of G are taken for entries of q where these differ; caught by test_formulations
s/if (s->q != s->v) return false;//
