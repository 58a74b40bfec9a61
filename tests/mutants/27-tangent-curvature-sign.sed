# methods/reduced.c: the sign of M U B c in (32) is wrong; caught by test_tangent
s/hol_multiply(&sys->M, M, f, r);/&\n    for (int i = 0; i < n; i++) r[i] = -r[i];/
