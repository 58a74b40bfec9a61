# SPDX-License-Identifier: GPL-3.0-or-later
# The nine elements of a rotation matrix over time, row by row; a script sets FIRST, the column of
# the first.
width = 900
height = 640
load 'paper-004-style.gp'
set multiplot layout 3,3 title title font heading_font noenhanced \
    margins 0.06,0.985,(58 + strip) / height,1 - 62.0 / height spacing 0.062,0.075
set xrange [0:10]
set yrange [-1.08:1.08]
set ytics 0.5
set format x ''
do for [k = 0:8] {
    set title sprintf('R_{%d%d}  [1]', k / 3 + 1, k % 3 + 1) font axis_font offset 0, -0.7
    if (k >= 6) { set format x '%g'; set xlabel 't  [s]' offset 0, 0.5 }
    plot motion every ::1 using 1:(column(FIRST + k)) with lines linestyle 101 notitle
    unset label 98
    unset label 99
}
unset multiplot
set output
