# methods/munthe_kaas.c: dexpinv ends before the double bracket, one term short for order 4; caught by test_paper_004 at length
s/series\[\] = {1, 1. \/ 2, 1. \/ 12, 0}/series[] = {1, 1. \/ 2, 0, 0}/
