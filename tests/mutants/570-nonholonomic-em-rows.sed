# methods/nonholonomic_em.c: the rows are those of the start of the step; caught by test_nonholonomic
s|q\[i\] = I->z->q\[i\] + 0.5 \* I->d\[i\]|q[i] = I->z->q[i]|
