# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001: short pendulums at h = 1/60 s; a spring in place of the rod, and SPOOK.
width = 900
height = 460
alone = 1
load 'paper-001-style.gp'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set key samplen 2.5 spacing 1.1 width 1 top left Left reverse
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 74.0 / height spacing 0.1,0
data = 'paper-001-curvature.csv'
set xlabel 'length of the pendulum  [m]' offset 0, 0.4
set xrange [2:5e-5]
set yrange [1e-4:1e2]
set title 'pendulum let go level, 20 s at h = 1/60 s  [1]' font axis_font offset 0, -0.5
plot 0.5 with lines linestyle 109 title 'stable below', \
    data every ::1 using 1:2 with linespoints linestyle 1 title 'rise of the energy over m g l', \
    data every ::1 using 1:3 with linespoints linestyle 102 pointtype 7 pointsize 0.5 \
        title 'mean violation over l'
unset label
data = 'paper-001-penalty.csv'
set key bottom right
set xlabel 'ε  [m/N]' offset 0, 0.4
set xrange [3e-4:3e-9]
set yrange [1e-9:1e3]
set title 'spring in place of the rod, and SPOOK  [N, m]' font axis_font offset 0, -0.5
plot data every ::1 using 1:3 with linespoints linestyle 101 pointtype 4 \
        title 'spring: force off by at most [N]', \
    data every ::1 using 1:2 with linespoints linestyle 103 pointtype 8 title 'spring: distance [m]', \
    data every ::1 using 1:4 with linespoints linestyle 1 title 'spook: force at 0.2 s off by [N]'
unset multiplot
set output
