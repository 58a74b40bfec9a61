# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000, section 7: position error at 10 s against CPU time of the eight ways to impose W_total,
# and of the energy free.
width = 900
height = 540
load 'paper-000-style.gp'
data = 'paper-000-ways.csv'
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.09,0.98,(66 + strip) / height,1 - 176.0 / height spacing 0.09,0
set xlabel 'CPU time  [s]'
set logscale xy
set format xy '10^{%L}'
set xrange [0.05:10]
array NAME[2] = ['quadrangle', 'crank']
array PROJECTION[2] = ['quasi', 'orthogonal']
array WAY[5] = ['free -', 'in turn trapezoid', 'in turn exact', 'together trapezoid', 'together exact']
array POINT[5] = [2, 6, 7, 4, 5]
is(p, o, w) = strcol(1) eq NAME[p] && strcol(2) eq PROJECTION[o] && \
    strcol(3).' '.strcol(4) eq WAY[w] ? 1 : NaN
set key at screen 0.5, 1 - 42.0 / height center top maxrows 5 samplen 1
do for [p = 1:2] {
    set ylabel p == 1 ? 'position error  [m]' : ''
    set title NAME[p] font title_font noenhanced
    plot for [o = 1:2] for [w = 1:5] data every ::1 using ($5 * is(p, o, w)):($6 * is(p, o, w)) \
        with points linestyle o pointtype POINT[w] pointsize 1.6 \
        title p == 1 ? PROJECTION[o].', '.(w == 1 ? 'free' : WAY[w]) : ''
    unset key
    unset label 98
    unset label 99
}
unset multiplot
set output
