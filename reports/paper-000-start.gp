# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000, Figures 6.1 to 6.3: the bodies at the start as thin bars, x to the right, y up, z
# towards the reader.
width = 1000
height = 420
load 'paper-000-style.gp'
set multiplot layout 1,3 title title font heading_font noenhanced \
    margins 0.06,0.98,(70 + strip) / height,1 - 60.0 / height spacing 0.05,0
unset key
set size ratio -1
tilt = 0.45
array NAME[3] = ['pendulum', 'quadrangle', 'crank']
set xlabel 'x - 0.45 z  [m]' noenhanced
set ylabel 'y - 0.45 z  [m]' noenhanced offset 1
do for [p = 1:3] {
    set yrange [-1.6:4]; set xrange [-1.8:5]
    set title NAME[p] font title_font noenhanced
    plot 'paper-000-start.csv' skip 1 index p - 1 using ($3 - tilt * $5):($4 - tilt * $5) \
        with linespoints linestyle 101 linewidth 3 pointtype 6 title NAME[p]
    unset label 98
    unset label 99
}
unset multiplot
set output
