# methods/bliedf.c: the acceleration is the backward difference of order 1; caught by test_orders
s/(1.5 \* S->v\[i\] - 2 \* v0\[i\] + 0.5 \* vm\[i\])/(S->v[i] - v0[i] + 0 * vm[i])/
