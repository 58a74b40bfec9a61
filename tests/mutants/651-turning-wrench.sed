# mechanics/connections.c: a force at a point turns its body the wrong way; caught by test_connections
s/hol_cross(rho, F, x);/hol_cross(F, rho, x);/
