# numerics/tables.c: a number of hem4 is another one, in a way that keeps the sum of its row; caught by test_tables
s/(14 + 5 \* R6) \/ 6, *(-8 + 7 \* R6) \/ 6/(14 + 7 * R6) \/ 6, (-8 + 5 * R6) \/ 6/
