# mechanics/joint_place.c: half of the Coriolis acceleration of a slide; caught by test_acceleration
s/hol_axpy(3, 2, rate, s->a);/hol_axpy(3, 1, rate, s->a);/
