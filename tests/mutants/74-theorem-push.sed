# methods/dvp_chart.c: u of the node is left out of q1 - q0; caught by test_theorems
s/du\[i\] = c->u\[i\] - u0\[i\]/du[i] = c->u[i]/
