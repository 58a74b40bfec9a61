# mechanics/joint_forces.c: a potential pulls up its own slope; caught by test_motors
s/hol_expression_slope(m, hol_expression_negative(m, e), 1)/hol_expression_slope(m, e, 1)/
