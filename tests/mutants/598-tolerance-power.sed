# harness/plan/ladder.c: the next tolerance is taken to cost what the one above did; caught by test_sweep
s/fmax(power, 0)/0 * fmax(power, 0)/
