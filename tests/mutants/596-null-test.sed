# mechanics/null_space.c: equations of motion in the null space of the other point; caught by test_acceleration
s/row_of(&slot\[I\], S->N\[B_SIDE\], i/row_of(\&slot[I], S->N[C_SIDE], i/
