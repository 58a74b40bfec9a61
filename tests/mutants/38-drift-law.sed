# harness/run/drift.c: the law of a growth is fitted to the values, not to their logarithms; caught by test_certify
s/w = log(y\[i\])/w = y[i]/
