# mechanics/joint_curves.c: third derivatives without the turns between two coordinates; caught by test_joint_coordinates
s/hol_cross(between, j->d, x);/x[0] = x[1] = x[2] = 0 * between[0];/
