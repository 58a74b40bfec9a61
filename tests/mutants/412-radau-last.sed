# methods/radau_ggl.c: the step ends with the velocity of the stage before the last; caught by test_radau
s/hol_axpy(n, 1, Z.v, z->v);/hol_axpy(n, 1, Z.v - own->N, z->v);/
