# mechanics/series_of.h: a lane reaches over coefficients of another state; caught by test_taylor
s/for (int i = 1; i < LANES; i++) x\[k + i\] = 0;//
