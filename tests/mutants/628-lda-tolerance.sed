# methods/lda.c: the iteration of lda stops where the velocity is still off; caught by test_nonholonomic
s/HOL_REAL, 1e-14, 0/HOL_REAL, 1e-12, 0/
