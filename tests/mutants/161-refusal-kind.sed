# harness/run/run.c: a method that does not fit counts as not run; caught by test_driver
s/refusal.outcome == HOL_UNFIT/refusal.outcome == HOL_REFUSED/
