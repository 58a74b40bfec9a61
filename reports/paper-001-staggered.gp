# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001: the energy by v_k, which stands half a step before q_k, and by (v_k + v_k+1)/2.
width = 900
height = 460
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-staggered.csv'
array WAY[2] = ['by v_k, at the end of the step', 'by (v_k + v_{k+1})/2, at the node']
set key samplen 2.5 spacing 1.15 width 1
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 74.0 / height spacing 0.1,0
set title 'E - E_0, N = 10, h = 1/60 s  [J]' font axis_font offset 0, -0.5
set xlabel 't  [s]' offset 0, 0.4
set xrange [0:0.5]
set key bottom left Left reverse
plot for [k = 1:2] data every ::1 using 1:(column(1 + k)) with linespoints \
    linestyle k title WAY[k]
unset label
set title 'largest |E - E_0| to t = 0.5 s, N = 10  [J]' font axis_font offset 0, -0.5
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set xlabel 'h  [s]' offset 0, 0.4
set xrange [2e-4:2.5e-2]
set yrange [1e-2:1e4]
set key top left Left reverse
line(x, factor, slope) = factor * x ** slope
plot line(x, 12000, 1) with lines linestyle 109 title 'slopes 1, 2', \
    line(x, 3000, 2) with lines linestyle 109 notitle, \
    for [k = 1:2] 'paper-001-steps.csv' every ::1 using 1:(column(6 + k)) with linespoints \
        linestyle k title WAY[k]
unset multiplot
set output
