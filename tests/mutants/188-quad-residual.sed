# mechanics/series_quad.c: an inner row of the residual misses one of its two products; caught by test_derived
s/half \* (at_d \* x\[e + c\] + at_e \* x\[d + c\])/half * (at_d * x[e + c])/
