# methods/lda.c: lda asks for the rows of the middle of the step at its end; caught by test_nonholonomic
s/rows_at(sys, z->t + h, q1, B, w);/rows_at(sys, z->t + h, q, B, w);/
