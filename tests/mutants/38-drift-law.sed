# harness/diagnostics.c: the law of drift is fitted to the error, not to its logarithm; caught by test_diagnostics
s/y = log(track->maximum\[k\])/y = track->maximum[k]/
