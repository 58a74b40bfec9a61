# mechanics/constraints.c: rows beside their curvature are those of the place before; caught by test_acceleration
/hol_absolute_rows_and_curvature/,/^}/s/if (R->bents) row_gradients(sys, q, G);/(void)row_gradients;/
