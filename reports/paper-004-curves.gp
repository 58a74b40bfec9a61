# SPDX-License-Identifier: GPL-3.0-or-later
# Two panels over time, three curves each, of rotor and platform.  A script sets
#   FIRST[p]            column of the first curve of panel p
#   PANEL[p], NAME[k]   title of panel p, of curve k
#   QUANTITY            of the axis, with its unit
width = 900
height = 620
load 'paper-004-style.gp'
set multiplot layout 2,1 title title font heading_font noenhanced \
    margins 0.09,0.86,(62 + strip) / height,1 - 68.0 / height spacing 0,0.11
set xrange [0:10]
set key at graph 1.02, 0.5 left center Left reverse samplen 1.6
set ylabel QUANTITY
do for [p = 1:2] {
    set title PANEL[p] font title_font offset 0, -0.6
    if (p == 2) { set xlabel 't  [s]' offset 0, 0.4 }
    plot for [k = 1:3] motion every ::1 using 1:(column(FIRST[p] + k - 1)) with lines \
        linestyle (100 + k) title NAME[k]
    unset label 98
    unset label 99
}
unset multiplot
set output
