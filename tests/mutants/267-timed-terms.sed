# mechanics/series_of.h: a force of time has the coefficient after its own; caught by test_series
s/l->from < 0 ? w\[j\]/l->from < 0 ? w[j + 1]/
