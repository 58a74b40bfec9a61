# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, Figure 6, and beside it the error of the motion: SPOOK begun in two ways.
width = 900
height = 520
load 'paper-001-style.gp'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set xrange [4e-4:2.5e-2]
set xlabel 'h  [s]' offset 0, 0.4
set key inside top left Left reverse samplen 2.5 spacing 1.1 width 1
line(x, factor, slope) = factor * x ** slope
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 74.0 / height spacing 0.1,0
violation = 'paper-001-steps.csv'
array LINE[4] = ['N = 5, to 0.5 s', 'N = 10, to 0.5 s', 'N = 100, to 0.5 s', 'N = 10, to 20 s']
array SHAPE[4] = [6, 4, 8, 7]
do for [k = 1:4] {
    tint = family_colour(family_spook, k == 4 ? 1 : 0)
    set style line (10 + k) linecolor rgb tint dashtype solid pointtype SHAPE[k] pointsize 0.9 \
        linewidth 1.5
}
set title 'average RMS violation of SPOOK  [m, 1]' font axis_font offset 0, -0.5
set yrange [5e-7:1e-1]
plot [:] line(x, 0.5, 2) with lines linestyle 109 title 'slope 2', \
    for [k = 1:4] violation every ::1 using 1:(column(1 + k)) with linespoints \
        linestyle (10 + k) title LINE[k]
unset label
array WAY[4] = ['start=half-step', 'the same by Newton', 'start=plain', 'the same by Newton']
array WAY_SHAPE[4] = [6, 7, 4, 5]
do for [k = 1:4] {
    tint = family_colour(family_spook, k % 2 ? 0 : 1)
    pattern = k < 3 ? 12 : 14
    set style line (20 + k) linecolor rgb tint dashtype pattern pointtype WAY_SHAPE[k] \
        pointsize (k % 2 ? 1.3 : 0.7) linewidth 1.6
}
set title 'error of position at t = 0.5 s, N = 5  [m]' font axis_font offset 0, -0.5
set yrange [1e-8:1e4]
set format y '10^{%T}'
plot [:] line(x, 3, 1) with lines linestyle 109 title 'slopes 1, 2', \
    line(x, 1, 2) with lines linestyle 109 notitle, \
    for [k = 1:4] 'paper-001-errors.csv' every ::1 using 1:(column(1 + k)) with linespoints \
        linestyle (20 + k) title 'spook, '.WAY[k], \
    for [k = 3:METHODS] 'paper-001-errors.csv' every ::1 using 1:(column(4 + k)) with linespoints \
        linestyle k title METHOD[k]
unset multiplot
set output
