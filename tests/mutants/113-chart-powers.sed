# methods/chart_inverse.c: the steps of (16) add up the powers of R in place of multiplying; caught by test_tangent
s/hol_multiply_add(p->k, p->k, m, p->S + m, width, sum, p->sum);/(void)sum;/
