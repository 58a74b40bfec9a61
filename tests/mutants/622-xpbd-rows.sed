# methods/xpbd.c: a row does not see what the rows before it in the sweep moved; caught by test_soft
s/by += G\[k\] \* du\[P->col\[k\]\]/by += 0 * du[P->col[k]]/
