# numerics/few_lists.c: a strip of C meets a column of W from its own start on, wherever that begins; caught by test_saddle
s/b\[j\].from + first - b\[j\].column/b[j].from/
