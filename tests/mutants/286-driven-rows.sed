# harness/study/study_invariant.c: the velocity of a driven row is measured without its drive; caught by test_drift
s/hol_drive(sys, z->t, z->q, z->v, rate, NULL)/memset(rate, 0, (size_t)sys->nc * sizeof *rate)/
