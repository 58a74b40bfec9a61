# mechanics/patterns.c: a pattern of K counts as made before its places are; caught by test_lives
s/const hol_pattern made = hol_pattern_of_rows(&K, sys->nv);/const hol_pattern made = S->K = hol_pattern_of_rows(\&K, sys->nv);/
