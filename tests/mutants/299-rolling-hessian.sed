# mechanics/hessians.c: the product of gradients is taken with the wrong sign; caught by test_formulations
s/add_product(sys, s, s, factor, A, A, K);/add_product(sys, s, s, -factor, A, A, K);/
