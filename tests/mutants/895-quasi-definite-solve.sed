# numerics/quasi_definite.c: the first row is not taken from the others; caught by test_series
s/for (int j = 1; j < size; j++) {/for (int j = 2; j < size; j++) {/
