# harness/run/balance.c: over few intervals the work is doubted by no more than over many; caught by test_balance
s/const double few = 100;/const double few = 1;/
