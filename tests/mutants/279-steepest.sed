# harness/run/drift.c: what rises late and steep is called a law; caught by test_drift
s/steepest = 3.5;/steepest = 5;/
