# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001: where the energy of the ladder goes; h = 1/60 s, rungs up.
width = 900
height = 680
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-motion.csv'
array SIZE[2] = [10, 100]
set xrange [0:20]
set ylabel 'energy  [kJ]' offset 0.5, 0
set multiplot layout 2,1 title title font heading_font noenhanced \
    margins 0.085,0.98,(60 + strip) / height,1 - 114.0 / height spacing 0,0.13
set key at screen 0.5, 1 - 52.0 / height center maxrows 2 samplen 2.5 spacing 1.1 width 1
stored = family_colour(family_spook, 0)
damped = family_colour(family_shake, 0)
do for [p = 1:2] {
    F = 2 + 8 * (p - 1)
    set title sprintf('N = %d', SIZE[p]) font title_font offset 0, -0.6
    if (p == 2) { set xlabel 't  [s]' offset 0, 0.4 }
    plot 0 with lines linestyle 109 notitle, \
        data every ::1 using 1:(column(F + 3) / 1e3) with lines linestyle 101 \
            title (p == 1 ? 'kinetic' : ''), \
        data every ::1 using 1:(column(F + 4) / 1e3) with lines linestyle 103 \
            title (p == 1 ? 'potential' : ''), \
        data every ::1 using 1:(column(F + 1) / 1e3) with lines linecolor rgb stored linewidth 2 \
            title (p == 1 ? 'stored in the rows' : ''), \
        data every ::1 using 1:(column(F + 2) / 1e3) with lines linecolor rgb damped linewidth 2 \
            title (p == 1 ? 'taken by their dampers' : ''), \
        data every ::1 using 1:((column(F) + column(F + 1) + column(F + 2)) / 1e3) with lines \
            linestyle 102 title (p == 1 ? 'the four together' : '')
    unset key
    unset label
}
unset multiplot
set output
