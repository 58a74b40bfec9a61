# harness/papers/paper_table_show.c: a number that differs is told without its reason; caught by test_paper_003 at length
s/bool explained = because && cell->note\[0\]/bool explained = false/
