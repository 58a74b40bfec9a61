# SPDX-License-Identifier: GPL-3.0-or-later
# `holonomy plot`: one quantity of several methods over time, all in one panel; of a motion, a panel
# for each coordinate. The program sets name, figure, format, title, quantity, motion, METHODS and
# writes methods.gp and data.dat, a block a method: t, then one value or three.
load 'methods.gp'
width = 900
height = motion ? 760 : 520
load 'style.gp'
set key outside right top noenhanced
set xlabel 't  [s]'
if (motion) {
    array AXIS[3] = ['x  [m]', 'y  [m]', 'z  [m]']
    set lmargin at screen 0.1
    set rmargin at screen 0.82
    set multiplot layout 3,1 title title.': '.quantity noenhanced
    do for [i = 1:3] {
        set ylabel AXIS[i]
        plot for [k = 1:METHODS] 'data.dat' index k - 1 using 1:(column(i + 1)) with lines \
            linestyle k title (i == 1 ? METHOD[k] : '')
        unset label 98
        unset label 99
    }
    unset multiplot
} else {
    floor_at = 1e-17 # below round-off
    set title title noenhanced
    set ylabel quantity noenhanced
    set logscale y
    set format y '10^{%T}'
    plot for [k = 1:METHODS] 'data.dat' index k - 1 \
        using 1:(column(2) < floor_at ? floor_at : column(2)) with linespoints \
        linestyle k pointinterval 40 title METHOD[k]
}
set output
