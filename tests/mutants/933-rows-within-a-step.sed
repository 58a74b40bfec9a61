# harness/run/advance.c: rows that fall together within a step are judged at the node before it alone; caught by test_redundant
s/(seen == HOL_PASSED && wants_other_rows_at(a, &met, a->s->before))/false/
