# harness/study/derive.c: a derivation is compared with itself; caught by test_derived
s/hol_quad_motion_look(x->Q\[0\], x->pose/hol_quad_motion_look(x->Q[1], x->pose/
