# methods/rattlie.c: the momentum of the new node is turned back instead of on; caught by test_orders
s/hol_axpy(n, S->h, f, p1)/hol_axpy(n, -S->h, f, p1)/
