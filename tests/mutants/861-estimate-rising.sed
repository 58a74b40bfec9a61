# harness/study/study_slope.c: slopes of single steps refute a claim while they rise to it or jump; caught by test_certify
s/return o->single && at_round_off/return false \&\& at_round_off/
