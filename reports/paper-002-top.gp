# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 002, Figure 5: xy-trajectories of the top's centroid (above) and tip (below) over 100 s at
# four spins; each panel has its own scale.
width = 900
height = 560
METHODS = 0
load 'style.gp'
set datafile separator ','
data = 'paper-002-top.csv'
array SPIN[4] = ['12', '12.5', '13', '13.5']
array PART[2] = ['centroid', 'tip']
unset key
set format xy '%.1g'
set multiplot layout 2,4 title title font heading_font noenhanced \
    margins 0.09,0.98,(78.0 + strip) / height,1 - 76.0 / height spacing 0.065,0.14
do for [part = 1:2] {
    do for [k = 1:4] {
        first = 2 + 4 * (k - 1) + 2 * (part - 1)
        set xrange [*:*]
        set yrange [*:*]
        stats data every ::1 using (abs(column(first)) > abs(column(first + 1)) ? \
            abs(column(first)) : abs(column(first + 1))) nooutput
        reach = 1.1 * STATS_max
        set xrange [-reach:reach]
        set yrange [-reach:reach]
        set xtics reach / 1.1
        set ytics reach / 1.1
        set xlabel part == 2 ? 'x  [m]' : '' offset 0, 0.4
        set ylabel k == 1 ? 'y  [m]' : '' offset 1, 0
        set title sprintf('%s, ω = %s rad/s', PART[part], SPIN[k]) font title_font
        plot data every ::1 using first:first + 1 with lines linestyle 101 linewidth 0.8
        unset label 98
        unset label 99
    }
}
unset multiplot
set output
