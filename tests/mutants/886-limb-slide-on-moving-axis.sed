# mechanics/series_limbs.h: a slide along an axis that turns lacks the turning of the axis at the place reached; caught by test_series
s/add_times(forward(S, S->u, v)\[0\], value, e);//
