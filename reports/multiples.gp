# SPDX-License-Identifier: GPL-3.0-or-later
# A panel for every method, all with the same axes, of series over time. A script sets
#   quantity           words for the axis
#   most               the largest value of all, which ends the axis
#   thick(c), thin(c)  the curve in the method's style and a thin black one, of a row of the data
#   thick_name, thin_name   '' where there is no thin one
#   DRAWN[k]           whether method k has a panel
#   logarithmic        1: the time too; 0 where it is not set
if (!exists('logarithmic')) { logarithmic = 0 }
PANELS = 0
array PANEL[METHODS]
do for [k = 1:METHODS] {
    if (DRAWN[k]) {
        PANELS = PANELS + 1
        PANEL[PANELS] = k
    }
}
columns = PANELS < 4 ? PANELS : 4
rows = (PANELS + columns - 1) / columns
width = 1000
height = 118 + 190 * rows
load 'style.gp'
data = 'series-'.name.'.dat'

floor_at = 1e-17 # below round-off
shown(x) = x < floor_at ? floor_at : x
# Blown up: beyond the figure.
top = most > 1e5 ? 1e6 : most < 1e-12 ? 1e-10 : upper(most)

# The frame of the panels, in pixels, then as parts of the whole.
left = 70.0; right = 14.0; head = 94.0; foot = 64.0 + strip; gap_x = logarithmic ? 44.0 : 24.0; gap_y = 52.0
panel_w = (width - left - right - (columns - 1) * gap_x) / columns
panel_h = (height - head - foot - (rows - 1) * gap_y) / rows
at_x(x) = 1.0 * x / width
at_y(y) = 1.0 - 1.0 * y / height # from above

set logscale y
if (logarithmic) {
    set logscale x
    set xrange [t_end / 600:t_end]
} else {
    set xrange [0:t_end]
}
set yrange [floor_at * 0.3:top]
# Three or four labels: 0, 5, 10; 0, 10, 20, 30
decade = 10.0**floor(log10(t_end))
leading = t_end / decade
if (logarithmic) {
    set xtics 10
} else {
    set xtics decade * (leading < 2 ? 0.5 : leading < 5 ? 1.0 : 2.5)
}
set ytics 1e-16, 1e4
unset mytics
set key off

set multiplot
set label 1 title.': '.problem at screen at_x(14), at_y(20) font heading_font noenhanced
set label 2 quantity at screen at_x(14), at_y(42) font axis_font
set label 3 't  [s]' at screen at_x(left + (width - left - right) / 2), at_y(height - strip - 16) \
    center font axis_font
if (strlen(thin_name)) {
    y = at_y(height - strip - 16)
    set arrow 1 from screen at_x(82), y to screen at_x(110), y nohead linewidth 3 \
        linecolor rgb '#555555'
    set label 7 thick_name.', in the method’s colour' at screen at_x(118), y noenhanced
    set arrow 2 from screen at_x(620), y to screen at_x(648), y nohead linewidth 0.8 \
        linecolor rgb '#000000'
    set label 8 thin_name at screen at_x(656), y noenhanced
}

do for [j = 1:PANELS] {
    k = PANEL[j]
    across = (j - 1) % columns
    down = (j - 1) / columns
    x0 = left + across * (panel_w + gap_x)
    y0 = head + down * (panel_h + gap_y)
    set lmargin at screen at_x(x0)
    set rmargin at screen at_x(x0 + panel_w)
    set tmargin at screen at_y(y0)
    set bmargin at screen at_y(y0 + panel_h)
    set format y (across == 0 ? '10^{%T}' : '')
    set format x (j + columns > PANELS ? logarithmic ? '10^{%T}' : '%g' : '')
    set label 4 METHOD[k] at screen at_x(x0), at_y(y0 - 26) noenhanced \
        textcolor rgb family_colour(FAMILY[k], 0) font title_font
    set label 5 NOTE[k] at screen at_x(x0), at_y(y0 - 10) noenhanced \
        textcolor rgb '#666666' font small_font
    plot data index k - 1 using 1:(shown(thick(0))) with lines linestyle k title METHOD[k] noenhanced, \
        data index k - 1 using 1:(strlen(thin_name) ? shown(thin(0)) : NaN) with lines \
            linewidth 0.6 linetype 1 linecolor rgb '#000000' title 'beside '.METHOD[k] noenhanced, \
        data every 60::(RAN[k] > 30 ? 30 : 0) index k - 1 using 1:(shown(thick(0))) with points \
            linestyle k title METHOD[k] noenhanced
    unset label 1; unset label 2; unset label 3; unset label 7; unset label 8
    unset label 98; unset label 99
    unset arrow 1; unset arrow 2
}
unset multiplot
set output
