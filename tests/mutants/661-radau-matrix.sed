# methods/radau_matrix.c: the slope by q of the rows of motion has w in place of w^2; caught by test_radau
s/double factor = i < n ? part_w2 :/double factor = i < n ? part_w :/
