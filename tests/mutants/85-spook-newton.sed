# methods/spook_newton.c: (26) takes the next violation once more in place of the present one; caught by test_spook
s/g\[i\] + 2 \* k->g\[i\] + k->gm\[i\]/3 * g[i] + k->gm[i]/
