# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 003, Figure 9: y of the second mass by DVP and EM at h = 1e-4 and 0.1 s, the first two and
# the last two runs of the table.
width = 900
height = 460
load 'paper-003-style.gp'
data = 'paper-003-pendulum.csv'
set title title font heading_font noenhanced
set xlabel 't  [s]'
set ylabel 'y_2  [m]'
set xrange [0:30]
set key outside top center horizontal samplen 3
plot data every ::1 using 1:2 with lines linestyle 5 \
        title 'dvp, h = 0.0001 s', \
    data every ::1 using 1:6 with lines linestyle 6 linewidth 2 \
        title 'em, h = 0.0001 s', \
    data every ::1 using 1:26 with lines linestyle 1 title 'dvp, h = 0.1 s', \
    data every ::1 using 1:30 with lines linestyle 2 linewidth 1 title 'em, h = 0.1 s'
set output
