# mechanics/series_of.h: the power -1/2 of a square is continued as another one; caught by test_series
s/power((number)-0.5, j/power((number)-0.25, j/
