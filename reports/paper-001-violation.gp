# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, Figure 5.
width = 900
height = 640
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-motion.csv'
array SIZE[2] = [10, 100]
set xrange [0:20]
set yrange [1e-6:10]
set logscale y
set format y '10^{%T}'
set ylabel 'RMS of g  [m, 1]' offset 0.5, 0
set multiplot layout 2,1 title title font heading_font noenhanced \
    margins 0.085,0.98,(60 + strip) / height,1 - 84.0 / height spacing 0,0.13
set key at screen 0.5, 1 - 46.0 / height center maxrows 1 samplen 2.5 width 2
do for [p = 1:2] {
    FIRST = 7 + 8 * (p - 1)
    set title sprintf('N = %d', SIZE[p]) font title_font offset 0, -0.6
    if (p == 2) { set xlabel 't  [s]' offset 0, 0.4 }
    plot data every ::2 using 1:(column(FIRST + 1)) with lines linestyle 102 \
            title (p == 1 ? 'the rows of unit directors alone' : ''), \
        data every ::2 using 1:(column(FIRST)) with lines linestyle 1 \
            title (p == 1 ? 'all constraints, by spook, h = 1/60 s' : '')
    unset key
    unset label
}
unset multiplot
set output
