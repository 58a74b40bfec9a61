# mechanics/euler.c: the curvature of the inner row has the wrong sign; caught by test_formulations
/^static void inner_curve/,/^}/s/out\[0\] = dot4/out[0] = -dot4/
