# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 003, Figure 12: energy of DVP at four steps and its multipliers at h = 1e-4 s, over time.
# The multipliers are those of (5.11), whose rows are 2 l times ours: rod forces over 8 m and 6 m.
width = 900
height = 820
load 'paper-003-style.gp'
data = 'paper-003-pendulum.csv'
set xrange [0:30]
set multiplot layout 3,1 title title font heading_font noenhanced margins 0.115,0.8,(65.6 + strip) / height,1 - 57.4 / height \
    spacing 0,0.06
set key at graph 1.02, 0.5 left center Left reverse samplen 1.5
set format x ''
set ylabel 'E  [J]' offset 1.2
set format y '%.4f'
set ytics 1e-4
plot data every ::1 using 1:11 with lines linestyle 1 \
        title 'h = 0.001 s', \
    data every ::1 using 1:3 with lines linestyle 5 title 'h = 0.0001 s'
unset label 98
unset label 99
set ylabel 'multipliers  [N/m]' offset 0
set format y '%g'
set ytics autofreq
plot data every ::1 using 1:($4 / 8) with lines linestyle 102 \
        title 'λ_1, h = 0.0001 s', \
    data every ::1 using 1:($5 / 6) with lines linestyle 101 \
        title 'λ_2, h = 0.0001 s'
set format x '%g'
set xlabel 't  [s]'
set ylabel 'E  [J]'
plot data every ::1 using 1:27 with lines linestyle 1 \
        title 'h = 0.1 s', \
    data every ::1 using 1:19 with lines linestyle 5 title 'h = 0.01 s'
unset multiplot
set output
