# mechanics/variation.c: the force of a nonholonomic row keeps its direction; caught by test_variation
s/^        pull(V, p->point, -V->y\[row\], V->dx + d);//
