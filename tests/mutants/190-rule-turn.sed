# harness/papers/paper_rule.c: a ratio of 0/0 is passed over; caught by test_paper_rules
s/isnan(a) || isnan(b) ? (double)NAN : //
