# methods/gena_start.c: the start leaves out that rotations do not commute; caught by test_lie
s/vddot\[i\] + e\[i\] \/ 12)/vddot[i] + 0 * e[i])/
