# harness/plan/sweep.c: above a tolerance stands the loosest, not the next; caught by test_sweep
s/spec\[kin\[k\]\.run\]\.rtol < spec\[\*above\]\.rtol/spec[kin[k].run].rtol > spec[*above].rtol/
