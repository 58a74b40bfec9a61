# methods/nonholonomic.c: lda's velocity has the force of the step's start; caught by test_orders
s/    pushed(s, h, z->t + h \/ 2, q, z->v, p);/    pushed(s, h, z->t, z->q, z->v, p);/
