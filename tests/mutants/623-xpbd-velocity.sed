# methods/xpbd.c: the force of the step is left out of the first way; caught by test_orders
s/u\[i\] = h \* (z->v\[i\] + h \* u\[i\])/u[i] = h * (z->v[i] + 0.5 * h * u[i])/
