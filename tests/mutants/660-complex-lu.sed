# numerics/complex_lu.c: the factor of a row is divided by the conjugate of the pivot; caught by test_numerics
s/(re \* row\[k\] + im \* row\[n + k\]) \/ square;$/(re * row[k] - im * row[n + k]) \/ square;/
