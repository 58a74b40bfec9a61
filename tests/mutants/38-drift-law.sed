# harness/run/diagnostics.c: a law is fitted to y, not to its logarithm; caught by test_diagnostics
s/w = log(y\[i\])/w = y[i]/
