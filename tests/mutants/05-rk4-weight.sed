# numerics/tables.c: two weights of the classical Runge-Kutta method are exchanged; caught by test_so3
s/rk4_b\[4\] = {1 \/ 6., 2 \/ 6./rk4_b[4] = {2 \/ 6., 1 \/ 6./
