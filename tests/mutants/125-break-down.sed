# harness/papers/paper_001_runs.c: a run breaks down at E0 + 5 |E0| instead of E0 + |E0|/2; caught by test_paper_001
s/0\.5 \* fabs(first)/5 * fabs(first)/
