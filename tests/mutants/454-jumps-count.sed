# harness/study/study_slope.c: errors that round-off made count for the order; caught by test_certify
s/ENOUGH && jumps(o)/ENOUGH \&\& !jumps(o)/
