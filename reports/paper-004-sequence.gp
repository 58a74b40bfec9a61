# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004, Figure 1: rotor (a large disc) and platform (a small one) on their axis, every 2.5 s.
width = 900
height = 620
load 'paper-004-style.gp'
set title title font heading_font noenhanced
set view 65, 40, 1.2, 1
set view equal xyz
set xyplane relative 0.05
set xlabel 'x  [m]'
set ylabel 'y  [m]'
set zlabel 'z  [m]' rotate by 90
set xtics 1
set ytics 1
set ztics 1
set border 31
set grid ztics
set key at screen 0.5, 1 - 56.0 / height center maxrows 1 samplen 2
EVERY = 100
array COLOUR[5] = ['#3a4750', '#66737d', '#8d99a2', '#adb7be', '#cad1d6']
# Of row n, its body b (0, 1): centre 2 + 3 b, R 14 + 9 b; a circle of radius r about the third axis.
array P[31 * 5]
do for [s = 1:5] {
    do for [c = 1:31] {
        stats motion every ::(1 + (s - 1) * EVERY)::(1 + (s - 1) * EVERY) using (column(c)) nooutput
        P[31 * (s - 1) + c] = STATS_min
    }
}
set xrange [-1.6:1.6]
set yrange [-1.6:1.6]
set zrange [-1.9:1.1]
set parametric
set urange [0:2 * pi]
set vrange [0:2 * pi]
set samples 61
set isosamples 2, 2
at(s, c) = P[31 * (s - 1) + c]
disc(s, b, r, k, u) = at(s, 2 + 3 * b + k) + r * (cos(u) * at(s, 14 + 9 * b + 3 * k) + sin(u) * at(s, 15 + 9 * b + 3 * k))
axis(s, k, u) = at(s, 2 + k) + u / (2 * pi) * (at(s, 5 + k) - at(s, 2 + k))
splot for [s = 1:5] disc(s, 0, 0.9, 0, v), disc(s, 0, 0.9, 1, v), disc(s, 0, 0.9, 2, v) \
        with lines linewidth 2.4 linecolor rgb COLOUR[s] title sprintf('t = %g s', 2.5 * (s - 1)), \
    for [s = 1:5] disc(s, 1, 0.45, 0, v), disc(s, 1, 0.45, 1, v), disc(s, 1, 0.45, 2, v) \
        with lines linewidth 1.6 linecolor rgb COLOUR[s] notitle, \
    for [s = 1:5] axis(s, 0, v), axis(s, 1, v), axis(s, 2, v) \
        with lines linewidth 1 linecolor rgb COLOUR[s] notitle
set output
