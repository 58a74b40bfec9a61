# numerics/tables.c: an embedded weight of Dormand and Prince is wrong; caught by test_so3
s/5179 \/ 57600\./5179 \/ 57000./
