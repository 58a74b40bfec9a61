# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 003, Figure 4: q_y at h = 1e-4 and 0.1 s, the first and the last run of the table.
width = 900
height = 460
load 'paper-003-style.gp'
data = 'paper-003-rigid-body.csv'
set title title font heading_font noenhanced offset 0, 1.6
set xlabel 't  [s]'
set ylabel 'q_y  [1]'
set xrange [0:30]
set yrange [-0.6:0.6]
set tmargin at screen 1 - 84.0 / height
set key at screen 0.5, 1 - 62.0 / height center maxrows 1 samplen 3
plot data every ::1 using 1:4 with lines linestyle 5 title 'dvp, h = 0.0001 s', \
    data every ::1 using 1:16 with lines linestyle 1 \
        title 'dvp, h = 0.1 s'
set output
