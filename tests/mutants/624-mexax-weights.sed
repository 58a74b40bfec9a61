# methods/mexax.c: the extrapolation takes the columns for those of one more step each; caught by test_mexax
s/\* (l + 1) \/ (j - l)/* (l + 2) \/ (j - l)/
