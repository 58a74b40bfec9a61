# mechanics/lie.c: no gyroscopic force on R^3 x SO(3); caught by test_inertia
s/hol_cross(L, v, f);/f[0] = f[1] = f[2] = 0 * L[0];/
