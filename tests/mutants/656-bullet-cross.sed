# baselines/bullet.cpp: a universal joint turns about two axes that are not its cross; caught by baselines.sh
s/six<1, SPIN_X | SPIN_Z>/six<2, SPIN_X | SPIN_Z>/
