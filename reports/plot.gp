# SPDX-License-Identifier: GPL-3.0-or-later
# `holonomy plot`: one quantity of several methods over time, all in one panel; of a motion, a panel
# for each coordinate. The program sets name, figure, format, title, quantity, motion, linear, METHODS and
# writes methods.gp and data.dat, a block a method: t, then one value or three.
load 'methods.gp'
height = motion ? 760 : 520
# A column of names is as wide as the longest; the panel keeps its width beside several.  Of a
# motion each panel has its part of the names.
panels = motion ? 3 : 1
rows = motion ? 7 : 15
columns = ceil(METHODS / (1.0 * panels * rows))
width = 900 + 280 * (columns - 1)
load 'style.gp'
set key outside right top noenhanced maxrows rows
set xlabel 't  [s]'
# A value that is the same throughout has no range of its own.
wide(low, high) = high > low ? 0 : abs(low) > 0 ? 0.1 * abs(low) : 1
if (motion) {
    array AXIS[3] = ['x  [m]', 'y  [m]', 'z  [m]']
    set lmargin at screen 110.0 / width
    set rmargin at screen 0.71 * 900 / width
    set key at graph 1.04, 1 left top vertical Left reverse
    panel_of(k) = 1 + floor((k - 1) / (rows * columns))
    set multiplot layout 3,1 title title.': '.quantity noenhanced
    do for [i = 1:3] {
        set ylabel AXIS[i]
        stats 'data.dat' using (column(i + 1)) name 'Y' nooutput
        set yrange [*:*]
        room = wide(Y_min, Y_max)
        if (room > 0) { set yrange [Y_min - room:Y_max + room] }
        plot for [k = 1:METHODS] 'data.dat' index k - 1 using 1:(column(i + 1)) with lines \
            linestyle k title (i == panel_of(k) ? METHOD[k] : '')
        unset label 98
        unset label 99
    }
    unset multiplot
} else {
    floor_at = 1e-17 # below round-off
    shown(y) = linear || !(y < floor_at) ? y : floor_at
    set title title noenhanced
    set ylabel quantity noenhanced
    stats 'data.dat' using (shown(column(2))) name 'Y' nooutput
    room = wide(Y_min, Y_max)
    if (!linear) {
        set logscale y
        set format y '10^{%T}'
        if (room > 0) { set yrange [Y_min / 10:Y_max * 10] }
        low = 10 ** floor(log10(Y_min)); high = 10 ** ceil(log10(Y_max))
        if (many(low, high)) { eval(small_ticks(low, high)) }
    } else { if (room > 0) { set yrange [Y_min - room:Y_max + room] } }
    if (!linear && Y_min <= floor_at) {
        set label 97 "drawn at 10^{-17}:\nwhat is below, 0 too" at graph 1.02, 0.09 left \
            font ',10' textcolor rgb '#555555'
    }
    plot for [k = 1:METHODS] 'data.dat' index k - 1 using 1:(shown(column(2))) with linespoints \
        linestyle k pointinterval 40 title METHOD[k]
}
set output
