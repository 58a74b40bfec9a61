# numerics/tables.c: a coefficient of Dormand and Prince, -56/15, has a wrong denominator; caught by test_so3
s/-56 \/ 15\./-56 \/ 16./
