# harness/run/drift.c: a drift below the error of the first part goes unseen; caught by test_drift
s/beat = 0.05,/beat = 1,/
