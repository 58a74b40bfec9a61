# mechanics/directors.c: an off-diagonal inner row lacks the sign of one half of its Jacobian; caught by test_formulations
s/memcpy(g + 9 \* r + 3 \* i, b, 3 \* sizeof \*g);/for (int k = 0; k < 3; k++) g[9 * r + 3 * i + k] = i == j ? b[k] : -b[k];/
