# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 002, sections 2.4 and 4.1: the triple slider-crank in its four components, and in C1 without
# a torque: distance from the singular configurations, condition number of Phi_q.
width = 900
height = 460
METHODS = 0
load 'style.gp'
set datafile separator ','
data = 'paper-002-components.csv'
array NAME[7] = ['C1', 'C2', 'C3', 'C4', 'C1, other law', 'C3, other law', 'C1, no torque']
array COLOUR[7] = ['#1f77b4', '#9ecae1', '#2ca02c', '#a1d99b', '#1f77b4', '#2ca02c', '#d62728']
array PATTERN[7] = [1, 1, 1, 1, 2, 2, 1]
set xlabel 't  [s]'
set xrange [0:2]
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.08,0.98,(66 + strip) / height,1 - 104.0 / height spacing 0.1,0
set key at screen 0.5, 1 - 44.0 / height center top maxrows 2 samplen 3
set ylabel 'distance from ±π/2  [rad]'
set yrange [0:*]
plot for [k = 1:7] data index k - 1 every ::(k == 1) using 1:2 with lines linewidth (k % 2 ? 1.6 : 4) \
    linecolor rgb COLOUR[k] dashtype PATTERN[k] title NAME[k]
unset label 98
unset label 99
unset key
set ylabel 'condition number of Φ_q  [1]'
set yrange [1:*]
set logscale y
set format y '10^{%L}'
plot for [k = 1:7] data index k - 1 every ::(k == 1) using 1:3 with lines linewidth (k % 2 ? 1.6 : 4) \
    linecolor rgb COLOUR[k] dashtype PATTERN[k]
unset multiplot
set output
