# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 003, section 4.4: the time of a Newton iteration against the links of a chain.
width = 900
height = 420
load 'paper-003-style.gp'
set title title font heading_font noenhanced
set logscale xy
set xlabel 'links N  [1]'
set ylabel 'CPU time of an iteration  [μs]'
set xrange [100:2600]
set key top left Left reverse samplen 3
plot 0.25 * x with lines linestyle 109 title 'linear', \
    'paper-003-chain.csv' every ::1 using 1:(1e6 * $2) with linespoints linestyle 1 pointsize 0.9 \
        title 'dvp, ours'
set output
