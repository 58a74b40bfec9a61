# numerics/dense.c: squares that leave the range of numbers are summed all the same; caught by test_numerics
s/if (sum > 1e-280 \&\& sum < 1e280) return sqrt(sum);/return sqrt(sum);/
