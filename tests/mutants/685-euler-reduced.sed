# mechanics/euler.c: the reduced mass is that of parameters of length one; caught by test_acceleration
s/n2 = dot4(q, q), n4 = n2 \* n2;/n4 = 1;/
