# mechanics/series_motors.h: the series of the rate of a joint has the factors of its coordinate; caught by test_motors
s/(number)(j + 1) \* m->x\[j + 1\]/(number)(j ? j : 1) * m->x[j + 1]/
