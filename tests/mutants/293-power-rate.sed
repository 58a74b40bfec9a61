# harness/run/balance.c: the rate of the power is of the second order; caught by test_balance
s/(8 \* (P\[3\] - P\[1\]) - (P\[4\] - P\[0\])) \/ (12 \* e)/(P[4] - P[0]) \/ (4.004 * e)/
