# numerics/schur_lists.c: entries that are no three are left out of the complement; caught by test_saddle
s/while (run < k) s->one\[ones++\] = run++;/run = k;/
