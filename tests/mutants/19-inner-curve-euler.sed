# mechanics/unit_vector.h: the curvature of the inner row has the wrong sign; caught by test_formulations
s/out\[0\] = hol_unit_dot/out[0] = -hol_unit_dot/
