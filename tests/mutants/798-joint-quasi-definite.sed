# mechanics/joint_solve.c: the factors of a small tree lose the products of the rows before; caught by test_joint_coordinates
s/for (int k = 0; k < j; k++) u -= row\[k\] \* other\[k\];/(void)other;/
