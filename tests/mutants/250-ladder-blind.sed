# harness/plan/ladder.c: the evaluations of the next run of a ladder are taken for none; caught by test_sweep
s/return 2 \* r\[1\]\.evaluations/return 0 * r[1].evaluations/
