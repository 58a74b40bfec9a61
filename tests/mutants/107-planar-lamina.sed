# problems/quadrangle.c: the lamina of the planar model has another moment; caught by test_linkages
s/J\[0\], J\[1\], J\[2\]}/J[0], J[1], par[BODIES] == IN_PLANE ? 1.01 * J[2] : J[2]}/
