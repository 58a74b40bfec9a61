# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, Figure 3: the ladder at several times, from pale to dark, the time beside its end.
width = 900
height = 350
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-snapshots.csv'
RODS = 61
array RUNGS[2] = ['up', 'down']
set size ratio -1
set xrange [-25:25]
set yrange [-24:3]
set xtics 5
set ytics 5
set xlabel 'x  [m]' offset 0, 0.4
unset key
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.075,0.985,(62 + strip) / height,1 - 66.0 / height spacing 0.05,0
mix(s, from, to) = int(from + (to - from) * s)
time_colour(t) = 65536 * mix(t / 4, 200, 60) + 256 * mix(t / 4, 185, 20) + mix(t / 4, 225, 120)
do for [r = 1:2] {
    set title 'rungs '.RUNGS[r] font title_font offset 0, -0.6
    if (r == 1) { set ylabel 'y  [m]' offset 0.5, 0 } else { unset ylabel }
    plot data every ::1 using (strcol(1) eq RUNGS[r] ? $3 : NaN):4:($5 - $3):($6 - $4):(time_colour($2)) \
            with vectors nohead linewidth 1 linecolor rgb variable notitle, \
        data every RODS::RODS using (strcol(1) eq RUNGS[r] && $5 > 0 ? $5 : NaN):6:(sprintf('%g s', $2)) \
            with labels font small_font left offset 0.6, 0.2 notitle, \
        data every RODS::RODS using (strcol(1) eq RUNGS[r] && $5 <= 0 ? $5 : NaN):6:(sprintf('%g s', $2)) \
            with labels font small_font right offset -0.8, -0.7 notitle
    unset label
}
unset multiplot
set output
