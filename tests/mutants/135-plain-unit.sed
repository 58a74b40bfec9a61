# numerics/block_plain.c: a block of a plain column takes the numbers of a unit one place too early; caught by test_whiplash
s/to->U = t->unit + 1;/to->U = t->unit;/
