# harness/plan/ladder.c: the evaluations of the next run of a ladder are taken for none; caught by test_sweep
s/2 \* r\[0\].evaluations > rung->evaluations/0 * r[0].evaluations > rung->evaluations/
