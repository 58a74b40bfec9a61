# methods/ali3p.c: the multipliers grow by half of what they should; caught by test_steps
s/hol_axpy(m, 1 \/ scale, y, x->lambda);/hol_axpy(m, 0.5 \/ scale, y, x->lambda);/
