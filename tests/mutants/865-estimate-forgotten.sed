# harness/study/study_slope.c: an estimate that is never made holds what is claimed of it; caught by test_certify
/no more than round-off at any step/d
