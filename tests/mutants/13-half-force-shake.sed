# methods/shake.c: the whole force kicks at the left node, not half of it; caught by test_orders
s/p1\[i\] = p0\[i\] + 0.5 \* h \* f\[i\]/p1[i] = p0[i] + h * f[i]/
