# mechanics/euler.c: no gyroscopic force in Euler parameters; caught by test_inertia
s/H_transposed_add(v, -8, y, f)/H_transposed_add(v, 0, y, f)/
