# mechanics/constraints.c: the factor 2 of the curvature of a distance is missing; caught by test_formulations
s/g\[l->row\] = 2 \* l->scale/g[l->row] = l->scale/
