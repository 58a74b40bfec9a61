# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, Figure 7: in ms as in the paper, and by rod.
width = 900
height = 480
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-cost.csv'
array PATH[4] = ['static block', 'KLU', 'UMFPACK', 'by hand']
array SHAPE[4] = [6, 4, 8, 1]
array LOOK[4] = [0, 1, 1, 2]
do for [k = 1:4] {
    tint = family_colour(family_spook, LOOK[k])
    set style line k linecolor rgb tint pointtype SHAPE[k] pointsize 0.9 linewidth 1.8
}
set logscale xy
set mxtics 10
set mytics 10
set format x '10^{%T}'
set xrange [15:15000]
set xlabel 'number of squares N  [1]' offset 0, 0.4
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 100.0 / height spacing 0.1,0
set key at screen 0.5, 1 - 48.0 / height center maxrows 1 samplen 2.5
set title 'CPU time of a step  [ms]' font axis_font offset 0, -0.5
set format y '10^{%T}'
set yrange [*:*]
plot 5e-4 * x with lines linestyle 109 title 'linear', \
    for [k = 1:4] data every ::1 using 1:(1e3 * column(1 + k)) with linespoints linestyle k \
        title PATH[k]
unset key
unset label
set title 'CPU time of a step over the number of rods  [ns]' font axis_font offset 0, -0.5
set format y '%g'
set yrange [30:20000]
plot for [k = 1:4] data every ::1 using 1:(1e9 * column(1 + k) / (3 * $1 + 1)) with linespoints \
    linestyle k
unset multiplot
set output
