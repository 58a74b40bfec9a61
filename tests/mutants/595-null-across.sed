# mechanics/null_space.c: the part of x across the inner rows left out of the rows of joints; caught by test_acceleration
s/z\[i\] = b\[i\] - z\[i\]/z[i] = b[i]/
