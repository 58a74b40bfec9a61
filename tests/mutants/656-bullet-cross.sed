# baselines/bullet.cpp: a universal joint turns about two axes that are not its cross; caught by baselines.sh
s/six(a, b, c, 1, SPIN_X | SPIN_Z)/six(a, b, c, 2, SPIN_X | SPIN_Z)/
