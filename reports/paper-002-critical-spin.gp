# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 002, section 7.1: the square of the growth rate of the upright top's tilt against its spin,
# measured, fitted by a parabola and by linear theory; the zero is the critical spin.
width = 900
height = 460
METHODS = 1
array METHOD[METHODS] = ['tangent-nystrom4']
array FAMILY[METHODS] = [family_tangent_nystrom4]
array ORDER[METHODS] = [4]
load 'style.gp'
set datafile separator ','
data = 'paper-002-critical-spin.csv'
set title title font heading_font noenhanced
set xlabel 'ω  [rad/s]'
set ylabel 'σ^2  [1/s^2]'
set xrange [11.95:13.25]
set yrange [-0.03:0.25]
set xzeroaxis linecolor rgb '#999999'
set key top right samplen 3
plot data every ::11 using 1:4 with lines linestyle 102 linewidth 5 \
        title 'linear theory', \
    data every ::11 using 1:3 with lines linestyle 101 \
        title 'parabola through the measured', \
    data every ::1::10 using 1:2 with points linestyle 1 pointtype 7 pointsize 0.8 \
        title 'measured by tangent-nystrom4'
set output
