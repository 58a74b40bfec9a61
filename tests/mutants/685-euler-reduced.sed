# mechanics/euler.c: the reduced mass is that of parameters of length one; caught by test_acceleration
s/n2 = hol_unit_dot(4, q, q), n4 = n2 \* n2;/n4 = 1;/
