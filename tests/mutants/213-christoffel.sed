# mechanics/euler.c: the force of the Christoffel symbols of Euler parameters is half as large; caught by test_formulations
/^static void gyroscopic/,/^}/s/H_transposed_add(v, -8, y, f)/H_transposed_add(v, -4, y, f)/
