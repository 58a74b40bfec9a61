# harness/papers/paper_rule.c: a rise is measured from the start, not from the running minimum; caught by test_paper_rules
s/least_yet = fmin(least_yet, x\[k\])/least_yet = x[0]/
