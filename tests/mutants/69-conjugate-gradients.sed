# numerics/saddle_cg.c: the preconditioner is not the diagonal in the direction; caught by test_saddle
s/s->p\[i\] = s->pre\[i\] + rho \/ last \* s->p\[i\]/s->p[i] = s->r[i] + rho \/ last * s->p[i]/
