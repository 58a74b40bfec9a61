# numerics/so3.c: the bracket of dexpinv has the sign of the other trivialisation; caught by test_so3
s/brackets(u, k, 0.5, cotangent/brackets(u, k, -0.5, cotangent/
