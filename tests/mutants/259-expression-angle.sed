# numerics/expression_of.h: the series of atan2 turns the wrong way with its second number; caught by test_expression
s/expression_moment(1, k, k, p->u, p->v) -/expression_moment(1, k, k, p->u, p->v) +/
