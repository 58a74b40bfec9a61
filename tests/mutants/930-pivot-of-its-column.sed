# numerics/dense.c: a pivot is measured by its column alone, whose units are not those of its row; caught by test_units
s/ \&\& cancelled(n, A, k))/)/
