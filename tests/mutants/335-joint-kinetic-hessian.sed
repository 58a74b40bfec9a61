# mechanics/joint_curves.c: the kinetic energy's Hessian without the turn of the later coordinate; caught by test_joint_coordinates
s/return T + hol_dot3(b->L, x);/return T + 0 * x[0];/
