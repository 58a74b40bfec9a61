# mechanics/series_of.h: the multipliers of a coefficient are those of the next one; caught by test_series
s/(number)(k \* (k - 1)) \* S->y/(number)(k * (k + 1)) * S->y/
