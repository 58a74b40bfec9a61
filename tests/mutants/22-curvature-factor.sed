# mechanics/constraints.c: the factor 2 of the mixed term of the curvature is missing; caught by test_formulations
s/+ 2 \* hol_dot3(S->x1 + a/+ hol_dot3(S->x1 + a/
