# harness/run/sample.c: the velocity at the end of a step is not in the samples within it; caught by test_diagnostics
s/ - s \* s \* (1.0 - s) \* k1\[i\])/)/
