# SPDX-License-Identifier: GPL-3.0-or-later
# Performance profiles, a panel for each error wanted, of the methods PROFILED.
load 'methods.gp'
load 'front.gp'
width = 1000
height = 392
load 'style.gp'
data = 'front-profiles.dat'
left = 84.0; right = 196.0; head = 58.0; foot = 68.0 + strip; gap = 26.0
panel = (width - left - right - (PROFILES - 1) * gap) / PROFILES
set logscale x
set xrange [1:100]
set yrange [0:1.02]
set xtics (1, 2, 5, 10, 20, 50, 100)
set ytics 0.25
set multiplot
set label 1 title at screen 14.0 / width, 1 - 18.0 / height font heading_font noenhanced
set key at screen 1 - (right - 14.0) / width, 1 - head / height left top vertical Left reverse noenhanced samplen 3 spacing 1.4
do for [g = 1:PROFILES] {
    x0 = left + (g - 1) * (panel + gap)
    set lmargin at screen x0 / width
    set rmargin at screen (x0 + panel) / width
    set tmargin at screen 1 - head / height
    set bmargin at screen foot / height
    set format y (g == 1 ? '%g' : '')
    set ylabel (g == 1 ? 'part of the problems  [1]' : '')
    set xlabel 'CPU time over the fastest  [1]'
    set label 4 sprintf('to an error of %s: %d problem%s', WANTED[g], PROBLEMS[g], \
        PROBLEMS[g] == 1 ? '' : 's') at screen x0 / width, 1 - (head - 12) / height noenhanced
    if (g == PROFILES) { set key on } else { set key off }
    block(j) = (g - 1) * PROFILED_COUNT + j - 1
    plot for [j = 1:PROFILED_COUNT] data index block(j) using 1:2:4 with filledcurves \
            fillstyle solid 0.18 noborder linecolor rgb family_colour(FAMILY[PROFILED[j]], 0) notitle, \
        for [j = 1:PROFILED_COUNT] data index block(j) using 1:3 with lines \
            linestyle PROFILED[j] title (g == PROFILES ? METHOD[PROFILED[j]] : '')
    unset label 1
    unset label 98; unset label 99
}
unset multiplot
set output
