# harness/run/balance.c: the work that a force says is taken for that of any turn; caught by test_balance
s/if (!(turn < M_PI \/ 2) || !isfinite/if (!isfinite/
