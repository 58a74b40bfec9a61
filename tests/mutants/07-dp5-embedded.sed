# numerics/tables.c: an embedded weight of Dormand and Prince is wrong; caught by test_tables
s/71 \/ 1920\./71 \/ 1902./
