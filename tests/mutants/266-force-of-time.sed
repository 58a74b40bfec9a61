# mechanics/forces_of_time.c: a torque in body axes is taken in space axes; caught by test_drives
s/hol_rotate(frame->R, tau, w->tau)/memcpy(w->tau, tau, sizeof tau); (void)frame/
