# numerics/block_load.c: the diagonal of the complement is not assembled; caught by test_saddle
s/(p->lower ? i + 1 : size)/(p->lower ? i : size)/
