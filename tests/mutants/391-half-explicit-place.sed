# methods/half_explicit.c: the constraints of a stage are taken where its force is; caught by test_orders
s/constraint_rows(s, that, qhat, vhat, h \* ahat\[i\], y)/constraint_rows(s, t, q, vhat, h * ahat[i], y)/
