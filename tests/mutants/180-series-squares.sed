# mechanics/series_of.h: a square of the inner rows counts twice; caught by test_series
s/(number)0.5 : (number)1/(number)1 : (number)1/
