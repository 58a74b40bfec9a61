# numerics/quasi_definite.c: a row of a small tree is taken from the diagonal alone; caught by test_joint_coordinates
s/hol_axpy(size - j, -l, u + j, row + j);/hol_axpy(1, -l, u + j, row + j);/
