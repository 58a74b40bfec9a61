# mechanics/forces.c: a torque given in body axes acts in space axes; caught by test_references
s/    hol_rotate(frame->R, f->par, w->tau);/    (void)frame, memcpy(w->tau, f->par, sizeof w->tau);/
