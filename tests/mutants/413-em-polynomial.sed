# methods/em_line.c: the integral of the first polynomial is counted from the middle of the step; caught by test_em
s/(j ? -xi(j) \* P\[j - 1\] : 0.5)/(j ? -xi(j) * P[j - 1] : 0)/
