# numerics/tables.c: the second error estimate does not correct the first; caught by test_tables
s/hypot(E1, E2 \/ 10)/hypot(E1, 0 * E2)/
