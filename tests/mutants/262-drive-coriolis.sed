# mechanics/drives.c: half of the mixed derivative of a turned row is missing; caught by test_drives
s/2 \* w\[1\] \* (hol_dot3(m\[1\]/w[1] * (hol_dot3(m[1]/
