# numerics/so3.c: a number of Bernoulli is left out of the series of the cotangent; caught by test_so3
s/691 \/ 1307674368000./1 \/ 1307674368000./
