# mechanics/terms.c: a torque in body axes is one in the axes of space; caught by test_series
s/if (in_body) hol_rotate(s->upright, tau, x);//
