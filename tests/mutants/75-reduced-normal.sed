# methods/tangent.c: the estimate leaves the error of the velocity out; caught by test_tolerances
s/hol_combine(stages, S->e\[k\], h, d, g, NULL, dvdot)/(void)dvdot/
