# mechanics/variation.c: the force of a nonholonomic row keeps its direction; caught by test_variation, test_linearise
s/^        pull(V, p->point, -V->y\[row\], V->dx + d);//
