# mechanics/joint_solve.c: a row of a small tree is taken from the diagonal alone; caught by test_joint_coordinates
s/less_multiple(size - j, l, u + j, row + j);/less_multiple(1, l, u + j, row + j);/
