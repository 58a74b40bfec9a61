# methods/rk4_index1.c: Baumgarte's stabilisation has beta in the place of its square; caught by test_spook
s/b \* b \* phi\[i\]/b * phi[i]/
