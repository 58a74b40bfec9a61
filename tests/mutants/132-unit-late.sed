# numerics/block_units.c: a unit row is assembled one column after it is first needed; caught by test_saddle
s/units->until\[j\] = next\[j + 1\];/units->until[j] = next[j];/
