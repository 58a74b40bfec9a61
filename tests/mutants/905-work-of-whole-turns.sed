# harness/run/balance.c: the work that a force says is taken for that of any turn; caught by test_balance
s/if (!(fabs(of->exact - \*work) < 0.5 \* fabs(of->exact))) return;/if (isnan(of->exact)) return;/
