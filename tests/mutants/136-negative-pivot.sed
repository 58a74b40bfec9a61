# numerics/saddle_block.c: a negative pivot passes; caught by test_saddle_rank
s/all->positive &= x > 0;//
