# methods/chart.c: U B of a new chart lacks the singular values; caught by test_tangent
s|W1\[k \* n + i\] / S\[k\] \* W2|W1[k * n + i] * W2|
