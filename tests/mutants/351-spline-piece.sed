# numerics/expression_of.h: the cubic term of a table's piece is half; caught by test_spline
s|(m + n - 2 \* mean) / (h \* h)|(m + n - 2 * mean) / (2 * h * h)|
