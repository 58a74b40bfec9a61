# methods/bliedf.c: the velocity before the start is that of the start; caught by test_orders
s/vm\[i\] = v\[i\] - h \* a\[i\] + h \* h \/ 2 \* j\[i\];/vm[i] = v[i];/
