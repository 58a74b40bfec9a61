# methods/ali3p.c: the trapezoidal rule forgets the acceleration of the old node; caught by test_orders
s/ - 4 \/ h \* v0\[i\] - a0\[i\];/ - 4 \/ h * v0[i];/
