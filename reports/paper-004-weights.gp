# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004: the weights of (12), the diagonal of M to the power s, and (23) every k steps.
width = 900
height = 460
load 'paper-004-style.gp'
set multiplot layout 1,2 title title font heading_font noenhanced margins 0.09,0.98,(66 + strip) / height,1 - 108.0 / height \
    spacing 0.11,0
set logscale y
set format y '10^{%T}'
set yrange [1e-16:1e-3]
set title '(12): weights' font title_font offset 0, -0.5
set ylabel 'error of orientation  [rad], of position  [m]'
set xlabel 'exponent s  [1]' offset 0, 0.4
set key at screen 0.29, 1 - 62.0 / height center maxrows 1 samplen 2
plot 'paper-004-weights.csv' every ::1 using 1:5 with linespoints linestyle 1 \
        title 'orientation  [rad]', \
    '' every ::1 using 1:7 with linespoints linestyle 2 title 'mass centre  [m]'
unset label 98
unset label 99
set logscale x
set ylabel 'error of orientation  [rad], |Φ|  [m, 1]'
set title '(23): after every so many steps' font title_font offset 0, -0.5
set xlabel 'steps  [1]' offset 0, 0.4
set key at screen 0.77, 1 - 62.0 / height center maxrows 1 samplen 2
plot 'paper-004-intervals.csv' every ::1 using 1:5 with linespoints linestyle 1 \
        title 'orientation  [rad]', \
    '' every ::1 using 1:2 with linespoints linestyle 3 title 'largest |Φ|  [m, 1]'
unset multiplot
set output
