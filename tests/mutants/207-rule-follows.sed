# harness/papers/paper_rule.c: neighbours that follow hide those that do not; caught by test_paper_rules
s/if (!(fabs(slope - bound\[0\]) <= fabs(\*value - bound\[0\]))) \*value = slope;/*value = slope;/
