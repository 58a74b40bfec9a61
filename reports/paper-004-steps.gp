# SPDX-License-Identifier: GPL-3.0-or-later
# Four panels against the step, a curve for each of three ways.  A script sets
#   data                 the table
#   EACH                 columns of a way
#   PICK[p], PANEL[p]    which of them panel p shows, and its title
#   NAME[k]              of way k
#   LEFT, RIGHT          ends of the lines FACTOR h^SLOPE, two a panel, FACTOR 0: none
width = 900
height = 700
load 'paper-004-style.gp'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set xlabel 'h  [s]' offset 0, 0.4
set multiplot layout 2,2 title title font heading_font noenhanced margins 0.09,0.98,(70 + strip) / height,1 - 98.0 / height \
    spacing 0.11,0.16
set key at screen 0.5, 1 - 52.5 / height center maxrows 1 samplen 2.5 spacing 1.2 width 2
line(x, factor, slope) = factor * x ** slope
do for [p = 1:4] {
    set title PANEL[p] font axis_font offset 0, -0.5
    do for [k = 1:2] {
        if (FACTOR[2 * p - 2 + k] > 0) {
            set label k sprintf('slope %d', SLOPE[2 * p - 2 + k]) font small_font \
                at RIGHT, line(RIGHT, FACTOR[2 * p - 2 + k], SLOPE[2 * p - 2 + k]) \
                right offset -1.5, 0.5 textcolor rgb '#666666'
        }
    }
    plot for [k = 1:2] [LEFT:RIGHT] line(x, FACTOR[2 * p - 2 + k], SLOPE[2 * p - 2 + k]) \
            with lines linestyle 109 notitle, \
        for [k = 1:3] data every ::1 using 1:(column(1 + (k - 1) * EACH + PICK[p])) \
            with linespoints linestyle k title (p == 1 ? NAME[k] : '')
    unset key
    unset label
}
unset multiplot
set output
