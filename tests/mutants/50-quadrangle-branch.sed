# problems/quadrangle.c: the start lies on the other branch of the loop; caught by test_linkages
s/atan2(dy, dx) + inner/atan2(dy, dx) - inner/
