# mechanics/series_quad.c: what time adds to the velocity of a driven row is forgotten; caught by test_derived
s/S->b\[T->drive\[i\].row\] -= driven(S, i, 1)/S->b[T->drive[i].row] -= 0 * driven(S, i, 1)/
