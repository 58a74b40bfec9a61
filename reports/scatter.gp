# SPDX-License-Identifier: GPL-3.0-or-later
# The error at the end of the run against something, a curve a method: of the CURVES methods that
# have points, CURVE[j] is a method's number. A script sets
#   across         column of the points
#   across_name    words for the axis
#   least, most    extent of the values across
#   triangles      whether slopes of order 1, 2 and 4 are drawn beside the data
width = 900
height = CURVES > 13 ? 100 + 31 * CURVES : 520
load 'style.gp'
data = 'points-'.name.'.dat'

set title title.': '.problem font heading_font noenhanced offset 0, 0.5
set xlabel across_name
set ylabel error_name.' at t = '.sprintf('%g', t_end).' s'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set key outside right center Left reverse samplen 5 spacing 1.5 maxcols 1 noenhanced width -1
bottom = lower(error_min)
ceiling = error_max > 100 ? 1e3 : upper(error_max) # blown up: beyond the figure
beside = triangles ? 4.5 : 1.4
set xrange [least / 1.4:most * beside]
set yrange [bottom:ceiling]

# Triangles stand in a strip right of the data, one above the other, a factor of two wide.
array SLOPE[3] = [4, 2, 1]
foot = bottom * (ceiling / bottom) ** 0.08
if (triangles) {
    do for [i = 1:3] {
        x = most * 1.7
        set arrow from x, foot to 2 * x, foot nohead linecolor rgb '#555555' front
        set arrow from 2 * x, foot to 2 * x, foot * 2 ** SLOPE[i] nohead linecolor rgb '#555555' front
        set arrow from x, foot to 2 * x, foot * 2 ** SLOPE[i] nohead linecolor rgb '#555555' front
        set label sprintf('%d', SLOPE[i]) at 2.15 * x, foot * 2 ** (SLOPE[i] / 2.0) left front \
            textcolor rgb '#333333'
        foot = foot * 2 ** SLOPE[i] * (ceiling / bottom) ** 0.07
    }
}
# Thin lines over thick ones, the key in the order of the methods.
plot for [k = 1:METHODS:2] data index k - 1 using across:(column(error_column)) \
        with linespoints linestyle k notitle, \
    for [k = 2:METHODS:2] data index k - 1 using across:(column(error_column)) \
        with linespoints linestyle k notitle, \
    for [j = 1:CURVES] keyentry with linespoints linestyle CURVE[j] title METHOD[CURVE[j]]
set output
