# methods/ali3p.c: the matrix is factored anew for a correction to round-off; caught by test_ali3p
s/newton.last > SERVES/newton.last > 0/
