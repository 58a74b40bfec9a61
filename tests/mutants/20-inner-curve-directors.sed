# mechanics/directors.c: the curvature of the inner rows has the wrong sign; caught by test_formulations
/^static void inner_curve/,/^}/s/(i == j ? 1 : 2) \*/-(i == j ? 1 : 2) */
