# numerics/tables.c: a coefficient of Dormand and Prince, -56/15, has a wrong denominator; caught by test_tables
s/-56 \/ 15\./-56 \/ 16./
