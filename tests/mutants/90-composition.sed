# methods/composition.c: a stage of the composition of order 6 is off by 1e-6; caught by test_orders
s/0.39216144400731413927925056/0.39216244400731413927925056/
