# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001, section 6: mass ratios, with the paper's compliance and with a smaller one.
width = 900
height = 480
alone = 1
load 'paper-001-style.gp'
data = 'paper-001-masses.csv'
array WAY[2] = ['ε = 10^{-8} m/N', 'ε divided by the ratio']
set logscale x
set format x '10^{%T}'
set mxtics 10
set xlabel 'mass of a rung over that of a rail  [1]' offset 0, 0.4
set xrange [5e-5:2e4]
set key samplen 2.5 spacing 1.15 width 1 top left Left reverse
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 74.0 / height spacing 0.1,0
set title 'RMS of g over 20 s, N = 10: mean and largest  [m, 1]' font axis_font offset 0, -0.5
set logscale y
set mytics 10
set format y '10^{%T}'
set yrange [1e-3:1]
plot for [k = 1:2] data every ::1 using 1:(column(3 * k - 1)) with linespoints linestyle k title WAY[k], \
    for [k = 1:2] data every ::1 using 1:(column(3 * k)) with linespoints linestyle k notitle
unset label
unset key
set title 'largest (E - E_0)/|E_0| after the start  [1]' font axis_font offset 0, -0.5
unset logscale y
set format y '%g'
set yrange [-0.005:0.001]
plot 0 with lines linestyle 109, for [k = 1:2] data every ::1 using 1:(column(3 * k + 1)) with linespoints linestyle k
unset multiplot
set output
