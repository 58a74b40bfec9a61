# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 001: error of the motion against linear systems solved and against CPU time; a block a method.
width = 900
height = 500
WORKS = 6
METHODS = WORKS
array METHOD[METHODS] = ['spook', 'spook, start=plain', 'spook by Newton', 'shake', 'rattle', 'rk4-baumgarte']
array FAMILY[METHODS] = [family_spook, family_spook, family_spook, family_shake, family_rattle, \
    family_rk4_baumgarte]
array ORDER[METHODS] = [2, 1, 2, 2, 2, 4]
array SHADE[METHODS] = [0, 1, 1, 0, 0, 0]
load 'style.gp'
data = 'paper-001-work.dat'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set ylabel 'error of position at t = 0.5 s, N = 5  [m]' offset 0.5, 0
set yrange [1e-10:1e1]
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 104.0 / height spacing 0.1,0
set key at screen 0.5, 1 - 52.0 / height center maxrows 2 samplen 2.5 spacing 1.1
set xlabel 'linear systems solved  [1]' offset 0, 0.4
plot for [k = 1:METHODS] data index k - 1 using 3:2 with linespoints linestyle k title METHOD[k]
unset label
unset key
unset ylabel
set xlabel 'CPU time of the run  [s]' offset 0, 0.4
plot for [k = 1:METHODS] data index k - 1 using 4:2 with linespoints linestyle k
unset multiplot
set output
