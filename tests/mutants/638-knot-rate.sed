# harness/run/balance.c: the power behind a knot has the rate of the side before it; caught by test_model_tables
s/now.rate = power_rate(B->sys, work, z, a, e, 1);/now.rate += 0;/
