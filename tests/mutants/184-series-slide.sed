# mechanics/series_of.h: a rolling row forgets a factor of the point's velocity; caught by test_series
s/sum += (number)(k - i) \* (direction/sum += (number)(k - 1) * (direction/
