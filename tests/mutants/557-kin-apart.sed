# harness/plan/sweep.c: kin that stand together are looked at one by one, and no ladder goes on; caught by test_sweep
s/s->todo\[last\].key) != 0) break/s->todo[last].key) == 0) break/
