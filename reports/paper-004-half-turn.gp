# SPDX-License-Identifier: GPL-3.0-or-later
# Beside paper 004: the two forms of (24) near a half turn.
width = 900
height = 420
load 'paper-004-style.gp'
data = 'paper-004-half-turn.csv'
set title title font heading_font noenhanced
set logscale xy
set format xy '10^{%T}'
set xlabel 'distance from the half turn, π - |Ψ|  [rad]' offset 0, 0.4
set ylabel 'angle between both forms  [rad]'
set yrange [1e-17:1]
set key top right samplen 3
plot data every ::1 using 1:2 with linespoints linestyle 1 title 'Ψ by trace and skew part', \
    '' every ::1 using 1:3 with linespoints linestyle 3 title 'Ψ by a quaternion'
set output
