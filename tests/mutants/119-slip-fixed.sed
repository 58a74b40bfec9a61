# methods/spook.c: gamma of (27) does not fall with the step: nonholonomic rows slip at any; caught by test_spook_motion
s/p->Sigma\[i\] = hol_real(s, GAMMA)/& * 1e-2 \/ fabs(h)/
