# numerics/expression_build.c: a quotient of constants that is no number stands; caught by test_expression
s/if (!isfinite(value)) FAIL/if (isnan(value)) FAIL/
