# harness/run/rhythm.c: the slowest oscillation is the one with most of the variance; caught by test_drift
s/share = 0.1;/share = 0.95;/
