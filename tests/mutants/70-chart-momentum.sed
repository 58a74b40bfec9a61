# methods/dvp_chart.c: the impulse of the multipliers has the wrong sign in the momentum; caught by test_theorems
s/G0, -h, P->lambda, P->p1/G0, h, P->lambda, P->p1/
