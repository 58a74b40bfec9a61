# harness/run/drift.c: an oscillation that settles is taken for one that grows; caught by test_drift
s/(falls_too ? abs(order) : order)/abs(order)/
