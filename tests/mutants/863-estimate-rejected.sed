# harness/study/study_estimate.c: an estimate above the tolerance is none; caught by test_tolerances
s/status == HOL_REJECT/status == HOL_SINGULAR/
