# methods/explicit.c: the error of a step is estimated with a power of h too few; caught by test_tolerances
s/T->e\[i\], -h, n, rate/T->e[i], -1, n, rate/
