# SPDX-License-Identifier: GPL-3.0-or-later
# Beside paper 004: three angles of the rotor through their singularity, and R of them beside R of the
# Munthe-Kaas steps.
width = 900
height = 600
load 'paper-004-style.gp'
data = 'paper-004-angles.csv'
set multiplot layout 2,1 title title font heading_font noenhanced \
    margins 0.09,0.84,(62 + strip) / height,1 - 50.0 / height spacing 0,0.06
set xrange [0:10]
set key at graph 1.02, 0.5 left center Left reverse samplen 1.6 spacing 1.5
array NAME[3] = ['α', 'β', 'γ']
set format x ''
set ylabel 'angles  [rad]'
plot for [k = 1:3] data every ::1 using 1:(column(1 + k)) with lines linestyle (100 + k) title NAME[k]
unset label 98
unset label 99
set format x '%g'
set xlabel 't  [s]' offset 0, 0.4
set ylabel 'R_{11}, R_{33} of the rotor  [1]'
plot motion every ::1 using 1:14 with lines linestyle 2 title 'R_{11}, mk4', \
    data every ::1 using 1:5 with lines linestyle 101 title 'R_{11}, angles', \
    motion every ::1 using 1:22 with lines linestyle 2 title 'R_{33}, mk4', \
    data every ::1 using 1:13 with lines linestyle 103 title 'R_{33}, angles'
unset multiplot
set output
