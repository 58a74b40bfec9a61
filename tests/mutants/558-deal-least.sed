# harness/plan/deal.c: a part goes to the task that has the most so far; caught by test_forecast
s/if (load\[k\] < load\[least\]) least = k;/if (load[k] > load[least]) least = k;/
