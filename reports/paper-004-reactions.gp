# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004: the joint's reactions on the rotor.
width = 900
height = 560
load 'paper-004-style.gp'
data = 'paper-004-reactions.csv'
set multiplot layout 2,1 title title font heading_font noenhanced \
    margins 0.09,0.86,(62 + strip) / height,1 - 50.0 / height spacing 0,0.06
set xrange [0:10]
set key at graph 1.02, 0.5 left center Left reverse samplen 1.6
array NAME[6] = ['x', 'y', 'z', 'axis 1', 'axis 2', 'axis 3']
set format x ''
set ylabel 'force in space  [N]'
plot for [k = 1:3] data every ::1 using 1:(column(1 + k)) with lines linestyle (100 + k) title NAME[k]
unset label 98
unset label 99
set format x '%g'
set xlabel 't  [s]' offset 0, 0.4
set ylabel 'torque in the rotor  [N m]'
plot for [k = 4:6] data every ::1 using 1:(column(1 + k)) with lines linestyle (97 + k) title NAME[k]
unset multiplot
set output
