# methods/ggl_equations.c: the Jacobian has the shift by mu without its sign; caught by test_radau
s/0, 0, hol_K(sys), -1, Hmu, false);/0, 0, hol_K(sys), 1, Hmu, false);/
