# methods/spook.c: the multipliers of nonholonomic rows are left as impulses; caught by test_orders
s/z->alpha\[i\] = y\[sys->nc + i\] \/ h;/z->alpha[i] = y[sys->nc + i];/
