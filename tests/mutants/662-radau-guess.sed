# methods/radau_newton.c: the iteration starts from the polynomial of the last step as if it began at the new node; caught by test_radau
s/weight\[stages - 1\] -= 1;/;/
