# mechanics/joint_terms.c: a spring along a coordinate has no rest; caught by test_series
s/\.offset = at_zero\[of\](T, l, par),/.offset = 0,/
