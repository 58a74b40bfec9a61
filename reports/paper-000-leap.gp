# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000: where the run of Table 9 leaves the motion, beside the run that meets W_total by the
# exact work together with the constraints.
width = 900
height = 760
load 'paper-000-style.gp'
turn = 'paper-000-quadrangle-imposed.csv'
along = 'paper-000-quadrangle-together.csv'
set xrange [0.2:0.8]
set multiplot layout 3,1 title title font heading_font noenhanced \
    margins 0.1,0.97,(60 + strip) / height,1 - 86.0 / height spacing 0,0.06
set key at screen 0.5, 1 - 52.0 / height center maxrows 1 samplen 3
set format x ''
set ylabel 'W_{total} less its start  [J]'
E0 = 0
first(x) = ($0 == 0 ? (E0 = x) : 0, x - E0)
plot turn every ::1 using 1:(first($3 + $4 - $5)) with linespoints linestyle 2 title 'in turn, by the rule', \
    turn every ::1 using 1:(first($3 + $4 - $6)) with linespoints linestyle 1 title 'in turn, exact work', \
    along every ::1 using 1:(first($3 + $4 - $6)) with lines linestyle 101 title 'together, exact work'
unset label 98
unset label 99
unset key
set ylabel 'step over speed x h  [1]'
set yrange [0:*]
plot turn every ::2 using 1:8 with linespoints linestyle 1, along every ::2 using 1:8 with lines linestyle 101
set yrange [*:*]
set logscale y
set format x '%g'
set xlabel 't  [s]'
set ylabel 'Newton iterations of a step  [1]'
plot turn every ::2 using 1:7 with linespoints linestyle 1, along every ::2 using 1:7 with lines linestyle 101
unset multiplot
set output
