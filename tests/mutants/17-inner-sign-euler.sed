# mechanics/euler.c: the Jacobian of the inner row has the wrong sign; caught by test_formulations
s/if (g) memcpy(g, q, 4 \* sizeof \*g);/for (int i = 0; g \&\& i < 4; i++) g[i] = -q[i];/
