# harness/plan/ladder.c: a ladder ends at round-off where an error does not fall by a thousand; caught by test_sweep
s/falls = 0.7;/falls = 0.001;/
