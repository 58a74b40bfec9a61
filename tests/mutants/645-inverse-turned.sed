# numerics/inverse.c: the inverse of a small matrix is its transpose; caught by test_radau
s/inverse\[i \* n + k\] = column\[i\]/inverse[k * n + i] = column[i]/
