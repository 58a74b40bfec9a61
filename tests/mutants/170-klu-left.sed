# numerics/saddle_klu.c: what KLU made does not end with the solver; caught by test_no_memory
/hol_at_end(m, release, s);/d
