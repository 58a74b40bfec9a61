# mechanics/redundant.c: how near the rows kept are is told of all rows; caught by test_redundant
s/for (int j = 0; j < n; j++) c->W\[out->row\[k\] + j \* m\] = 0;/(void)k;/
