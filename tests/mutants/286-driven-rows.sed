# harness/study/study_invariant.c: the velocity of a driven row is measured without its drive; caught by test_drift at length
s/hol_axpy(sys->nc, 1, phi_t, Gv);/(void)phi_t;/
