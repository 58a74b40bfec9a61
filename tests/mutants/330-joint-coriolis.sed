# mechanics/joint_place.c: half of the Coriolis acceleration of a slide; caught by test_acceleration
s/add(2, rate, s->a);/add(1, rate, s->a);/
