# mechanics/series_limbs_state.h: a rotation matrix has no terms, by which steps are chosen; caught by test_taylor
s/q\[of->ball_q + d\] = R\[/q[of->ball_q + d] = 0 * R[/
