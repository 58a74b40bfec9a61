# mechanics/series_limbs.h: a limb turns the wrong way about an axis of space that points back; caught by test_series
s/w += (number)(k \* x->sense) \*/w += (number)k */
