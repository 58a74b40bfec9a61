# mechanics/model.c: a torque on a point mass is taken, and lost; caught by test_wrong
s/b->shape != HOL_POINT/b->shape >= HOL_RIGID/
