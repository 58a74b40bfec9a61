# mechanics/series_quad.c: a motion that is resumed is factorised about its old state; caught by test_derived
/^hol_status hol_quad_motion_resume/,/^}/s|memcpy(Q->q, q, |memcpy(Q->v, q, |
