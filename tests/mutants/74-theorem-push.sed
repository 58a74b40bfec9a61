# methods/dvp_chart.c: U u of the node is left out of q1 - q0; caught by test_theorems
s/(c->Uu\[i\] - Uu0\[i\])/(c->Uu[i] - 0 * Uu0[i])/
