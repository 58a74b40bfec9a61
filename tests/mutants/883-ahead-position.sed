# methods/tangent_ahead.c: the positions of a stage lack what q'' adds; caught by test_orders
s/hol_combine(i, r.of_v, h \* h, n, qddot, x.q, x.q);//
