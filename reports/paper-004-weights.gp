# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004: the weights of (12), the diagonal of M to the power s, and (23) every k steps.
width = 900
height = 480
load 'paper-004-style.gp'
set multiplot layout 1,2 title title font heading_font noenhanced margins 0.11,0.98,(66 + strip) / height,1 - 122.0 / height \
    spacing 0.13,0
set logscale y
set format y '10^{%T}'
set yrange [1e-16:1e-3]
set title '(12) with W = diag(M)^{s}' font title_font offset 0, -0.5
set ylabel 'orientation  [rad], mass centre  [m]' offset 0.8, 0
set xlabel 's  [1]' offset 0, 0.4
set key at screen 0.31, 1 - 72.0 / height center maxrows 2 samplen 2
plot 'paper-004-weights.csv' every ::1 using 1:5 with linespoints linestyle 1 \
        title 'error of orientation at t = 10 s  [rad]', \
    '' every ::1 using 1:7 with linespoints linestyle 2 title 'largest motion of the mass centre  [m]'
unset label 98
unset label 99
set logscale x
set title '(23) after every k-th step' font title_font offset 0, -0.5
set ylabel 'orientation  [rad], |Φ|  [m, 1]' offset 0.8, 0
set xlabel 'k  [1]' offset 0, 0.4
set key at screen 0.77, 1 - 72.0 / height center maxrows 2 samplen 2
plot 'paper-004-intervals.csv' every ::1 using 1:5 with linespoints linestyle 1 \
        title 'error of orientation at t = 10 s  [rad]', \
    '' every ::1 using 1:2 with linespoints linestyle 3 title 'largest |Φ|  [m, 1]'
unset multiplot
set output
