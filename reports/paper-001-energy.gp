# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, Figure 4; lines across: the mass centre passes below the fixed corner.
width = 900
height = 640
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-motion.csv'
array SIZE[2] = [10, 100]
set xrange [0:20]
set ylabel 'energy  [kJ]' offset 0.5, 0
set multiplot layout 2,1 title title font heading_font noenhanced \
    margins 0.085,0.98,(60 + strip) / height,1 - 100.0 / height spacing 0,0.13
set key at screen 0.5, 1 - 46.0 / height center maxrows 2 samplen 2.5 width -2
do for [p = 1:2] {
    FIRST = 2 + 8 * (p - 1)
    set title sprintf('N = %d', SIZE[p]) font title_font offset 0, -0.6
    if (p == 2) { set xlabel 't  [s]' offset 0, 0.4 }
    before = NaN
    passes(x) = (crossed = before * x < 0, before = x, crossed)
    set yrange [*:*]
    stats data every ::1 using ((column(FIRST) + column(FIRST + 1)) / 1e3) nooutput
    top = STATS_max + 0.05 * (STATS_max - STATS_min)
    stats data every ::1 using (column(FIRST) / 1e3) nooutput
    bottom = STATS_min - 0.05 * (top - STATS_min)
    set yrange [bottom:top]
    plot data every ::1 using 1:(passes(column(FIRST + 7)) ? bottom : NaN):(0):(top - bottom) \
            with vectors nohead linestyle 109 notitle, \
        data every ::1 using 1:(column(FIRST) / 1e3) with lines linestyle 1 \
            title (p == 1 ? 'spook, h = 1/60 s' : ''), \
        data every ::1 using 1:((column(FIRST) + column(FIRST + 1)) / 1e3) with lines linestyle 102 \
            title (p == 1 ? 'with what is stored in the rows' : ''), \
        NaN with lines linestyle 109 title (p == 1 ? 'mass centre passes below the origin' : '')
    unset key
    unset label
}
unset multiplot
set output
