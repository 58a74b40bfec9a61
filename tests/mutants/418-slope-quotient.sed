# numerics/expression_slope.c: the slope of a quotient forgets that of its divisor; caught by test_expression
s/minus(d, w->a, times(d, w->n, w->b)), w->v/w->a, w->v/
