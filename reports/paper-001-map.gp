# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001: epsilon and tau/h on the ladder, N = 10, 20 s; the ring is the paper's choice.
width = 900
height = 440
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-map.csv'
set palette defined (0 '#f4f1e6', 0.35 '#e8b55a', 0.7 '#b4413c', 1 '#3a1c40')
set xrange [-14.5:-1.5]
set yrange [-2.5:4.5]
set xtics ('10^{-14}' -14, '10^{-12}' -12, '10^{-10}' -10, '10^{-8}' -8, '10^{-6}' -6, '10^{-4}' -4, '10^{-2}' -2)
set ytics ('1/4' -2, '1/2' -1, '1' 0, '2' 1, '4' 2, '8' 3, '16' 4)
set xlabel 'ε  [m/N]' offset 0, 0.4
set ylabel 'τ/h  [1]' offset 1.2, 0
unset key
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.08,0.93,(62 + strip) / height,1 - 74.0 / height spacing 0.15,0
log10of(y) = log(y) / log(10)
floor_at(y, least) = y > least ? y : least
set object 1 circle at -8, 1 size 0.35 front linecolor rgb ink linewidth 2 fillstyle empty
set title 'mean RMS violation, powers of ten  [m, 1]' font axis_font offset 0, -0.5
set cbrange [-3:0]
plot data every ::1 using (log10of($1)):(log($2) / log(2)):(log10of($4)) with image
unset label
set title 'rise over largest kinetic energy, powers of ten  [1]' font axis_font offset 0, -0.5
set cbrange [-5:0]
plot data every ::1 using (log10of($1)):(log($2) / log(2)):(log10of(floor_at($3, 1e-5))) with image
unset multiplot
set output
