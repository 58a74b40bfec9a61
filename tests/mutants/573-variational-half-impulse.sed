# methods/variational.c: the start gives p no half impulse of the nonholonomic rows; caught by test_nonholonomic
s|A, h / 2, z->alpha, z->p|A, 0, z->alpha, z->p|
