# mechanics/variation.c: the multipliers' force changes with one span of a row alone; caught by test_variation
s/^        pull(V, p->b, -p->scale \* V->y\[p->row\], dx + a);//
