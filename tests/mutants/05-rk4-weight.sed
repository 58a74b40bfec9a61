# numerics/tables.c: two weights of the classical Runge-Kutta method are exchanged; caught by test_tables
s/rk4_b\[4\] = {1 \/ 6., 2 \/ 6./rk4_b[4] = {2 \/ 6., 1 \/ 6./
