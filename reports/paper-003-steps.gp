# SPDX-License-Identifier: GPL-3.0-or-later
# CPU time and errors against the step, printed and ours: four panels of data.  A script sets
#   data        the table
#   SERIES      number of methods, whose rows take turns
#   FIRST       column of the first printed number, ours follows it
#   PANEL[k], SLOPE[k]   title of panel k, and the factor of its line of slope 2; NaN: none
width = 900
height = 700
load 'paper-003-style.gp'

set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set xrange [5e-5:2e-1]
set yrange [*:*]
set xlabel 'h  [s]' offset 0, 0.4
set multiplot layout 2,2 title title font heading_font noenhanced margins 0.09,0.98,(70 + strip) / height,1 - 98.0 / height \
    spacing 0.11,0.16
set key at screen 0.5, 1 - 52.5 / height center maxrows 1 samplen 2.5 spacing 1.2 width 2
do for [k = 1:4] {
    set title PANEL[k] font axis_font offset 0, -0.5
    c = FIRST + 2 * (k - 1)
    slope = SLOPE[k]
    plot for [m = 1:SERIES] data every SERIES::m using 1:c with points linestyle m + 2 \
            title (k == 1 ? METHOD[m].', printed' : ''), \
        for [m = 1:SERIES] data every SERIES::m using 1:c + 1 with linespoints linestyle m \
            title (k == 1 ? METHOD[m].', ours' : ''), \
        [5e-4:5e-2] slope * x ** 2 with lines linestyle 109 \
            title (k == 1 ? 'slope 2' : '')
    unset key
    unset label 98
    unset label 99
}
unset multiplot
set output
