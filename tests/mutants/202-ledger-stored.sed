# harness/papers/paper_001_ledger.c: the rows hold what springs without dampers would; caught by test_paper_001 at length
s/2 \/ (l->h \* l->h) \* l->upsilon/2 \/ (l->h * l->h)/
