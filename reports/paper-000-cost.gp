# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000, a lesson: CPU time of the quasi-orthogonal and of the orthogonal projection.
width = 900
height = 460
load 'paper-000-style.gp'
set title title font heading_font noenhanced
set bmargin at screen (84 + strip) / height
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.8 border
set logscale y
set format y '10^{%L}'
set ylabel 'CPU time  [s]'
set key top left
set xtics noenhanced
set xlabel 'problem, total energy free, or imposed in turn or together  [1]' offset 0, -1.2
plot 'paper-000-cost.csv' every ::1 using 3:xtic(strcol(1)."\n".strcol(2)) linestyle 1 \
        title 'jet-dp5, quasi-orthogonal', \
    '' every ::1 using 4 linestyle 2 title 'jet-dp5, orthogonal'
set output
