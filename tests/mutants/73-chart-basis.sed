# methods/chart.c: B of a new chart lacks a power of the singular values; caught by test_tangent
s|left\[k\] / S\[k\] \* (right\[k\] / S\[k\])|left[k] / S[k] * right[k]|
