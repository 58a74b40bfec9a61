# mechanics/null_space.c: the multipliers of inner rows by the dual vectors of the other point; caught by test_acceleration
s/inner_multipliers(S->N\[B_SIDE\] + hol_dual_of(s)/inner_multipliers(S->N[C_SIDE] + hol_dual_of(s)/
