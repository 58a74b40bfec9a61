# numerics/expression_slope.c: a cosine is kept without its sine; caught by test_expression
s/if (kind == OPERATION_COS || kind == OPERATION_ANGLE) used\[n - 1\] = true;//
