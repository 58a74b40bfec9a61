# mechanics/series_drives.h: a driven angle lacks the span beside it at the state; caught by test_series
s/for (int k = 0; k < 2; k++) pull(S, span\[k\], -law_of(S, d->law, k)\[0\] \* y, at);//
