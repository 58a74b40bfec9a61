# methods/cf4.c: the two exponentials of the new node are exchanged; caught by test_orders
s/turn(s, first, h, V, z->q, q);/turn(s, last, h, V, z->q, q);/
s/turn(s, last, h, V, q, z->q);/turn(s, first, h, V, q, z->q);/
