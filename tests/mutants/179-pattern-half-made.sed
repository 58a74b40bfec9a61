# mechanics/patterns.c: a pattern of K counts as made before its places are; caught by test_lives
s/const hol_pattern made = seal(&K, sys->nv);/const hol_pattern made = S->K = seal(\&K, sys->nv);/
