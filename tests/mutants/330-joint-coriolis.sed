# mechanics/joint_place.c: half of the Coriolis acceleration of a slide; caught by test_joint_coordinates
s/add(2, rate, s->a);/add(1, rate, s->a);/
