# mechanics/series_drives.h: a force of the turned rows lacks its last product; caught by test_series
s/p\[before\], b) + last \* b\[0\]/p[before], b)/
s/force\[before\], b) + last \* b\[0\]/force[before], b)/
