# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000, a lesson: CPU time of the quasi-orthogonal and of the orthogonal projection.
width = 900
height = 460
load 'paper-000-style.gp'
set title title font heading_font noenhanced
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.8 border
set logscale y
set format y '10^{%L}'
set ylabel 'CPU time  [s]'
set key top left
set xtics noenhanced
plot 'paper-000-cost.csv' every ::1 using 3:xtic(strcol(1)."\n".strcol(2)) linecolor rgb COLOUR[1] \
        title 'quasi-orthogonal', \
    '' every ::1 using 4 linecolor rgb COLOUR[2] title 'orthogonal'
set output
