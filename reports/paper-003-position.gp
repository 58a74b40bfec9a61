# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 003, Figure 9: y of the second mass by DVP and EM at h = 1e-4 and 0.1 s, the first two and
# the last two runs of the table; below, how far each is from EM at h = 1e-4 s.
width = 900
height = 680
load 'paper-003-style.gp'
data = 'paper-003-pendulum.csv'
set multiplot layout 2,1 title title font heading_font noenhanced \
    margins 0.09,0.985,(62 + strip) / height,1 - 96.0 / height spacing 0,0.07
set xrange [0:30]
set key at screen 0.5, 1 - 50.0 / height center maxrows 1 samplen 3
set format x ''
set ylabel 'y_2  [m]'
plot data every ::1 using 1:2 with lines linestyle 5 \
        title 'dvp, h = 0.0001 s', \
    data every ::1 using 1:6 with lines linestyle 6 linewidth 2 \
        title 'em, h = 0.0001 s', \
    data every ::1 using 1:26 with lines linestyle 1 title 'dvp, h = 0.1 s', \
    data every ::1 using 1:30 with lines linestyle 2 linewidth 1 title 'em, h = 0.1 s'
unset key
unset label 98
unset label 99
set format x '%g'
set xlabel 't  [s]'
set ylabel '|y_2 less that of em, h = 0.0001 s|  [m]'
set logscale y
set format y '10^{%T}'
set yrange [1e-9:10]
plot data every ::1 using 1:(abs($2 - $6)) with lines linestyle 5 notitle, \
    data every ::1 using 1:(abs($26 - $6)) with lines linestyle 1 notitle, \
    data every ::1 using 1:(abs($30 - $6)) with lines linestyle 2 linewidth 1 notitle
unset multiplot
set output
