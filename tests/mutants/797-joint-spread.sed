# mechanics/joint_solve.c: a force of a joint acts on the body behind it alone; caught by test_joint_coordinates
s/if (l->parent >= 0) push(/if (l->parent > t->limbs) push(/
