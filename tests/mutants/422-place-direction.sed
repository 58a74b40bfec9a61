# mechanics/terms.c: the matrix of a row of place is transposed in the series; caught by test_series
s/row\[term.axis\] \* term.factor/slide->B[3 * term.axis + k] * term.factor/
