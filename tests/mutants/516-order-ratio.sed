# harness/study/judge.c: the order is that of equal ratios of the steps; caught by test_judge
s/pow(h\[2\] \/ h\[1\], p)/pow(h[1] \/ h[0], p)/
