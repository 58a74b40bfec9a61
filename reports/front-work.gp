# SPDX-License-Identifier: GPL-3.0-or-later
# Work and precision on one problem: the methods SHOWN in their styles, all others pale.
load 'methods.gp'
load 'front.gp'
width = 1000
height = 470
load 'style.gp'
data = 'front-work.dat'
set title title.': '.problem font heading_font noenhanced offset 0, 0.4
set xlabel 'CPU time of the steps  [s]'
set ylabel error_name.' at t = '.sprintf('%g', t_end).' s'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set yrange [1e-13:1e2]
eval(small_ticks(1e-13, 1e2))
set key outside right center Left reverse samplen 4 spacing 1.6 noenhanced width 2
others = "data index SHOWN_COUNT using 1:2 with lines linewidth 1.2 linecolor rgb '#cfd6db' \
        title 'all others', "
set macros
if (!OTHERS) { others = '' }
plot @others for [j = 1:SHOWN_COUNT] data index j - 1 using 1:2 with linespoints \
    linestyle SHOWN[j] title METHOD[SHOWN[j]]
set output
