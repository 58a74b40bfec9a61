# numerics/saddle_block.c: the diagonal of the complement is not assembled; caught by test_saddle
s/int columns = p->lower ? i + 1 : size;/int columns = p->lower ? i : size;/
