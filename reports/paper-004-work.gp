# SPDX-License-Identifier: GPL-3.0-or-later
# Beside paper 004: errors at t = 10 s against the factorisations they cost.
width = 900
height = 480
METHODS = 5
array METHOD[METHODS] = ['mk4', 'mk4, least squares (12)', 'mk4, rotation vector (23)', 'gena-lie', 'rattlie']
array FAMILY[METHODS] = [family_mk4, family_mk4, family_mk4, family_gena_lie, family_rattlie]
array ORDER[METHODS] = [4, 4, 4, 2, 2]
array SHADE[METHODS] = [0, 2, 0, 0, 0]
load 'style.gp'
set style line 1 pointtype 4 pointsize 1.1 linewidth 1.6
set style line 2 pointtype 6 pointsize 1.4 linewidth 4
set style line 3 pointtype 2 pointsize 0.8 linewidth 1.6
set datafile separator ','
data = 'paper-004-work.csv'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set xlabel 'factorisations  [1]' offset 0, 0.4
set yrange [1e-12:10]
set multiplot layout 1,2 title title font heading_font noenhanced \
    margins 0.085,0.985,(62 + strip) / height,1 - 118.0 / height spacing 0.1,0
set key at screen 0.5, 1 - 58.0 / height center maxrows 2 samplen 2.5
array PANEL[2] = ['error of orientation  [rad]', 'error of position  [m]']
do for [p = 1:2] {
    set title PANEL[p] font axis_font offset 0, -0.5
    plot for [k = 1:METHODS] data every ::1 using (column(3 * k - 1)):(column(3 * k - 1 + p)) \
        with linespoints linestyle k title (p == 1 ? METHOD[k] : '')
    unset key
    unset label 98
    unset label 99
}
unset multiplot
set output
