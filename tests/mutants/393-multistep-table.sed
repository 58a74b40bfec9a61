# numerics/tables.c: a numerator of the multistep method of order 8 and its mirror image are wrong; caught by test_tables
s/-1808406/-1808407/g
