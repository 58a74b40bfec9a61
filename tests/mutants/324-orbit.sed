# mechanics/linear_modes.c: the directions of symmetries are those of a frame at rest; caught by test_steady
s/^        hol_axpy(nv, -1, x->part, x->dv);//
