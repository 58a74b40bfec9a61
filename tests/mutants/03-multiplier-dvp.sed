# methods/dvp.c: the impulse of the multipliers is missing from the momentum; caught by test_orders
/hol_multiply_transposed_add(&sys->G, G0, -1 \/ h, y, p1)/d
