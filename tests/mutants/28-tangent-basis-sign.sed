# methods/chart.c: the tangent D = V - U B G V of (24) has the wrong sign; caught by test_chart
s/D\[i\] = c->V\[i\] - D\[i\]/D[i] = c->V[i] + D[i]/
