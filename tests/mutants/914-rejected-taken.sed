# methods/explicit.c: a step that its estimate rejects is taken for a good one; caught by test_tolerances
s/s->error = estimate(s, h, z, rate, y, q);/s->error = fmin(1, estimate(s, h, z, rate, y, q));/
