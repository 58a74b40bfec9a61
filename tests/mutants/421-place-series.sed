# mechanics/series_places.h: the force of a potential of place lags a degree behind; caught by test_series
s/\[(e->count - 1) \* S->stride + j\]/[(e->count - 1) * S->stride + (j > 0 ? j - 1 : 0)]/
