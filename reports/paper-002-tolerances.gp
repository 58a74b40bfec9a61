# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 002, section 6: errors of q, q', q'' and the energy's change against Btol, a line a utol.
width = 900
height = 560
METHODS = 0
load 'style.gp'
set datafile separator ','
data = 'paper-002-tolerances.csv'
array WHAT[4] = ['position error  [m]', 'velocity error  [m/s]', 'acceleration error  [m/s^2]', \
    'energy change  [1]']
array UTOL[3] = ['10^{-6}', '10^{-8}', '10^{-10}']
array STYLE[3] = [102, 101, 103]
set logscale xy
set format xy '10^{%L}'
set xrange [3e-9:3e-2]
set multiplot layout 2,2 title title font heading_font noenhanced \
    margins 0.1,0.98,(66.0 + strip) / height,1 - 84.0 / height spacing 0.12,0.12
set key at screen 0.5, 1 - 44.0 / height center top maxrows 1 samplen 3
do for [k = 1:4] {
    set xlabel k > 2 ? 'Btol  [1]' : ''
    set ylabel WHAT[k] offset 0.8
    plot for [i = 1:3] data every ::1 using 1:(column(1 + 3 * (k - 1) + i)) with linespoints \
        linestyle STYLE[i] pointtype 7 pointsize 0.7 title 'utol = '.UTOL[i]
    unset key
    unset label 98
    unset label 99
}
unset multiplot
set output
