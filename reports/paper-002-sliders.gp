# SPDX-License-Identifier: GPL-3.0-or-later
# What Figures 6 and 7 of paper 002 share: q1 to q4 of the triple slider-crank under both laws of the
# torque; FIRST is the column of q1 under the smooth law.
width = 900
height = 520
METHODS = 0
load 'style.gp'
set datafile separator ','
data = 'paper-002-sliders.csv'
array WHAT[4] = ['q_1  [m]', 'q_2  [rad]', 'q_3  [m]', 'q_4  [m]']
set xrange [0:2]
set multiplot layout 2,2 title title font heading_font noenhanced \
    margins 0.09,0.98,(66.0 + strip) / height,1 - 70.0 / height spacing 0.1,0.1
do for [k = 1:4] {
    set xlabel k > 2 ? 't  [s]' : ''
    set ylabel WHAT[k] offset 0.8
    if (k == 1) { set key at screen 0.5, 1 - 44.0 / height center maxrows 1 samplen 3 } else { unset key }
    plot data every ::1 using 1:FIRST + k - 1 with lines linestyle 102 \
            title 'smooth law', \
        data every ::1 using 1:FIRST + k + 3 with lines linestyle 101 \
            title 'law of the paper'
    unset label 98
    unset label 99
}
unset multiplot
set output
