# harness/run/drift.c: a motion that wanders to one side is given a law; caught by test_drift
s/left_at_most = 0.05;/left_at_most = 1;/
