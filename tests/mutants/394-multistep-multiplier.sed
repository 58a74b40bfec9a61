# methods/multistep.c: what a node keeps leaves out the force of its constraints; caught by test_orders
/hol_multiply_transposed_add(&sys->G, G, -1, x->lambda/d
