# harness/run/balance.c: work is the quadrature's, whatever forces say of it; caught by test_balance
s/if (!(turn < M_PI \/ 2) || !isfinite(to->exact)) return;/return;/
