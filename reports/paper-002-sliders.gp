# SPDX-License-Identifier: GPL-3.0-or-later
# What Figures 6 and 7 of paper 002 share: q1 to q4 of the triple slider-crank under both laws of the
# torque; FIRST is the column of q1 under the smooth law.
width = 900
height = 520
METHODS = 2
array METHOD[METHODS] = ['smooth', 'paper']
array FAMILY[METHODS] = [1, 2]
array ORDER[METHODS] = [2, 4]
load 'style.gp'
set datafile separator ','
data = 'paper-002-sliders.csv'
array WHAT[4] = ['q_1  [m]', 'q_2  [rad]', 'q_3  [m]', 'q_4  [m]']
set xrange [0:2]
set multiplot layout 2,2 title title font heading_font noenhanced \
    margins 0.075,0.98,(60.0 + strip) / height,1 - 60.0 / height spacing 0.09,0.1
do for [k = 1:4] {
    set xlabel k > 2 ? 't  [s]' : ''
    set ylabel WHAT[k] offset 1
    if (k == 3) { set key bottom left samplen 2 } else { unset key }
    plot data every ::1 using 1:FIRST + k - 1 with lines linewidth 2.2 linecolor rgb COLOUR[1] \
            title 'smooth law', \
        data every ::1 using 1:FIRST + k + 3 with lines linewidth 1.2 dashtype 14 \
            linecolor rgb COLOUR[2] title 'law of the paper'
    unset label 98
    unset label 99
}
unset multiplot
set output
