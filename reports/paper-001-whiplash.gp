# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, section 6: a method ends at the cross, where it breaks down; a block a run.
width = 900
height = 680
load 'paper-001-style.gp'
set datafile separator whitespace
data = 'paper-001-whiplash.dat'
array SIZE[2] = [10, 20]
set ylabel '(E - E_0) / largest kinetic  [1]' offset 0.5, 0
set xrange [0:20]
set yrange [-1:0.8]
set multiplot layout 2,1 title title font heading_font noenhanced \
    margins 0.085,0.98,(60 + strip) / height,1 - 104.0 / height spacing 0,0.13
set key at screen 0.5, 1 - 52.0 / height center maxrows 2 samplen 2.5 spacing 1.1
do for [p = 1:2] {
    set title sprintf('N = %d, rungs up, h = 1/60 s', SIZE[p]) font title_font offset 0, -0.6
    if (p == 2) { set xlabel 't  [s]' offset 0, 0.4 }
    plot 0 with lines linestyle 109 notitle, \
        data index (p - 1) * METHODS using 1:3 with lines linestyle 102 \
            title (p == 1 ? 'with what the rows of spook store' : ''), \
        for [k = 1:METHODS] data index (p - 1) * METHODS + k - 1 using 1:2 with lines linestyle k \
            title (p == 1 ? METHOD[k] : ''), \
        for [k = 1:METHODS] data index (p - 1) * METHODS + k - 1 using 1:($4 > 0 ? ($2 > 0.75 ? 0.75 : $2) : NaN) \
            with points linestyle k pointtype 2 pointsize 1.6 notitle
    unset key
    unset label
}
unset multiplot
set output
