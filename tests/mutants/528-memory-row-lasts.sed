# harness/plan/sweep.c: a run that found no memory is never made again; caught by test_sweep
s/memory == HOL_STORE_FOUND ||/memory == HOL_STORE_NONE \&\&/
