# methods/dvp.c: the multipliers of the scaled matrix are not scaled back; caught by test_orders
s/times(sys->nc, by.b \/ by.a, y)/times(sys->nc, 1, y)/
