# harness/papers/paper_001_ledger.c: half of what the dampers take; caught by test_paper_001 at length
s/4 \* l->theta \* l->upsilon/2 * l->theta * l->upsilon/
