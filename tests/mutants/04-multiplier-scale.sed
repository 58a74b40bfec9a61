# methods/shake.c: the multipliers are impulses where forces are promised; caught by test_orders
s/lambda\[i\] = y\[i\] \/ (h \* h)/lambda[i] = y[i] \/ h/
