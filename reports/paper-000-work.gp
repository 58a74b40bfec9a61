# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000, a lesson: the work of the torque by the trapezoidal rule, written into the state by the
# projection onto W_total = const.
width = 900
height = 480
load 'paper-000-style.gp'
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.1,0.98,(75 + strip) / height,1 - 100.0 / height spacing 0.09,0
set xlabel 't  [s]'
set ylabel 'position error  [m]'
set logscale y
set format y '10^{%L}'
set key at screen 0.5, 1 - 46.0 / height center maxrows 1 samplen 3
array NAME[2] = ['quadrangle', 'crank']
do for [p = 1:2] {
    set title NAME[p] font title_font noenhanced
    c = 3 * p - 1
    plot 'paper-000-work.csv' every ::2 using 1:(column(c + 1)) with lines linestyle 2 \
            title (p == 1 ? 'in turn, trapezoidal W_{ext}' : ''), \
        '' every ::2 using 1:(column(c)) with lines linestyle 3 title (p == 1 ? 'not imposed' : ''), \
        '' every ::2 using 1:(column(c + 2)) with lines linestyle 1 \
            title (p == 1 ? 'together, exact W_{ext}' : '')
    unset key
    unset label 98
    unset label 99
}
unset multiplot
set output
