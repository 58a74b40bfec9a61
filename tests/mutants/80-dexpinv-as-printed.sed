# methods/munthe_kaas.c: the first bracket has the printed sign, of right trivialisation; caught by test_paper_004 at length
s/series\[\] = {1, 1. \/ 2,/series[] = {1, -1. \/ 2,/
