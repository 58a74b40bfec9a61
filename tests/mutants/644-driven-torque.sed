# mechanics/drives.c: the acceleration of a driven angle is left out; caught by test_driven_crank
s/hol_dot3(m\[0\], b\[1\])) + w\[2\] \* along -/hol_dot3(m[0], b[1])) -/
