# methods/dvp.c: the multipliers of the scaled matrix are not scaled back; caught by test_orders
s/y\[i\] \*= by.b \/ by.a/y[i] *= 1/
