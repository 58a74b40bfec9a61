# harness/papers/paper_table.c: digits are counted that are not shared; caught by test_paper_003 at length
s/log10(0.5 \/ fabs(cell->ours - cell->value))/log10(50 \/ fabs(cell->ours - cell->value))/
