# mechanics/joint_reading.c: the angle of a joint is read the wrong way round; caught by cli.sh
s/hol_cross(n, a, across);/hol_cross(a, n, across);/
