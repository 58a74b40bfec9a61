# methods/taylor.c: the velocity's last term is taken for one of the position's degree; caught by test_taylor
s/pow(of_v, -1\. \/ (k - 1))/pow(of_v, -1. \/ k)/
