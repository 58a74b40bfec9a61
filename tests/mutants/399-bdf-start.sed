# methods/bliedf.c: the difference before the start is that of the velocities; caught by test_orders
s/D0\[i\] = v\[i\] - h \/ 2 \* a\[i\] + h \* h \* (j\[i\] \/ 6 + c\[i\] \/ 12);/D0[i] = v[i];/
