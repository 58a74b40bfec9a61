# harness/report/report_sketch.c: text is upside down; caught by test_sketch
s/c->s->high\[1\] - at\[1\]/at[1] - c->s->low[1]/
