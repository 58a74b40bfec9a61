# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, Theorem 5.1: spectral radius by theta and sigma; random systems with those of each row.
width = 900
height = 460
alone = 1
load 'paper-001-style.gp'
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 74.0 / height spacing 0.2,0
unset key
set palette defined (0 '#f4f1e6', 0.35 '#8fb3c7', 0.7 '#3d6f8e', 1 '#1c2b44')
set title '1 - spectral radius, one row, powers of ten  [1]' font axis_font offset 0, -0.5
set xrange [-3.125:3.125]
set yrange [-4.125:4.125]
set xtics ('10^{-3}' -3, '10^{-2}' -2, '10^{-1}' -1, '1' 0, '10' 1, '10^2' 2, '10^3' 3)
set ytics ('10^{-4}' -4, '10^{-2}' -2, '1' 0, '10^2' 2, '10^4' 4)
set xlabel 'θ = τ/h  [1]' offset 0, 0.4
set ylabel 'σ/λ  [1]' offset 1.2, 0
log10of(y) = log(y) / log(10)
set cbrange [-7:0]
plot 'paper-001-theorem.csv' every ::1 using (log10of($1)):(log10of($2)):(log10of(1 - $3)) with image
unset label
unset colorbox
set title '24 000 systems of rows of their own  [number]' font axis_font offset 0, -0.5
set xrange [-9:0.5]
set yrange [0:*]
set xtics ('10^{-8}' -8, '10^{-6}' -6, '10^{-4}' -4, '10^{-2}' -2, '1' 0)
set ytics auto
set xlabel '1 - spectral radius  [1]' offset 0, 0.4
unset ylabel
bin = 0.25
set boxwidth 0.9 * bin
tint = family_colour(family_spook, 0)
plot 'paper-001-random.csv' every ::1 using (bin * (floor(log10of(1 - $1) / bin) + 0.5)):(1) \
    smooth frequency with boxes fillstyle solid 0.7 noborder linecolor rgb tint
unset multiplot
set output
