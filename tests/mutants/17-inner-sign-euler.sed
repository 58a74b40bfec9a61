# mechanics/unit_vector.h: the Jacobian of the inner row has the wrong sign; caught by test_formulations
s/if (g) memcpy(g, q, (n) \* sizeof \*g);/for (int i = 0; g \&\& i < (n); i++) g[i] = -q[i];/
