# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, section 6: ratios of masses, with the paper's compliance and a smaller one; of lengths.
width = 900
height = 480
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-masses.csv'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set xlabel 'mass (length) of a rung over that of a rail  [1]' offset 0, 0.4
set xrange [3e-7:3e6]
set key samplen 2.5 spacing 1.1 width 1 top left Left reverse
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 74.0 / height spacing 0.1,0
set title 'rise above the least so far, over the largest kinetic energy  [1]' font axis_font offset 0, -0.5
set yrange [1e-5:1e2]
visible(y) = y > 1.2e-5 ? y : 1.2e-5
plot 0.5 with lines linestyle 109 title 'stable below', \
    data every ::1 using 1:(visible($3)) with linespoints linestyle 102 pointtype 7 pointsize 0.5 \
        title 'energy alone', \
    data every ::1 using 1:(visible($2)) with linespoints linestyle 1 title 'with what is stored', \
    data every ::1 using 1:(visible($6)) with linespoints linestyle 2 title 'ε divided by the ratio', \
    'paper-001-lengths.csv' every ::1 using 1:(visible($2)) with points linestyle 101 pointtype 8 \
        title 'ratios of lengths'
unset label
set title 'largest opening of a connection  [m]' font axis_font offset 0, -0.5
set yrange [1e-5:1e2]
plot 2.5e-5 * x with lines linestyle 109 title 'slope 1', \
    data every ::1 using 1:5 with linespoints linestyle 1 title 'ε = 10^{-8} m/N', \
    data every ::1 using 1:9 with linespoints linestyle 2 title 'ε divided by the ratio'
unset multiplot
set output
