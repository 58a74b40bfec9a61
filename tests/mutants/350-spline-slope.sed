# numerics/spline.c: the slopes of a periodic spline lack the correction of the corner; caught by test_spline
s/r\[i\] -= part \* u\[i\]/r[i] -= 0 * part * u[i]/
