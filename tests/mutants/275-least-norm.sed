# mechanics/redundant.c: multipliers of least norm count every row as it stands, not by its length; caught by test_redundant
s/mu\[i\] = y\[i\] \* length\[i\];/length[i] = 1, mu[i] = y[i];/
