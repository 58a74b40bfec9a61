# methods/mexax.c: the velocity of driven rows is left out of a column; caught by test_mexax
s/r\[i\] = -(r\[i\] + phi_t\[i\]) \/ d/r[i] = -r[i] \/ d/
