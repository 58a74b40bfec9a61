# mechanics/euler.c: the force of the Christoffel symbols of Euler parameters is half as large; caught by test_inertia
/^static void gyroscopic/,/^}/s/H_transposed_add(v, -8, y, f)/H_transposed_add(v, -4, y, f)/
