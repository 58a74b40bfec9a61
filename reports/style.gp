# SPDX-License-Identifier: GPL-3.0-or-later
# One look for all figures. A script sets `width` and `height` [pixels] and
#   METHODS, METHOD[k]   number and names of its methods: methods.gp, or from the paper
#   FAMILY[k], ORDER[k]  of each, the colour of its family as a number, and its order; the program
#                        sets family_dvp, family_mk4, ... for all it has
#   SHADE[k]             of several ways of one method: 0 its colour, 1 paler, 2 pale and thick
#   alone                1: the figure shows one method in several ways, in solid lines
# and loads this. Line style k belongs to method k: the colour is its family's, the dash its
# order's, the symbol its own. What is no method (parts of an energy, coordinates, bodies) is drawn
# in ink: styles 101 dark, 102 pale and thick, 103 dotted; 109 is a line of reference. The program
# sets name, figure, title, format.
set encoding utf8
# Two lines below the figure say what made it, in the strip of `strip` pixels that `height` grows by;
# a multiplot unsets labels 98 and 99 after its first plot, which otherwise repeats them.
if (!exists('origin_1')) { origin_1 = ''; origin_2 = '' }
strip = strlen(origin_1) ? 40.0 : 0.0
height = height + strip
set output name.'-'.figure.'.'.format
if (format eq 'png') {
    set terminal pngcairo size width,height font 'sans,10' enhanced background '#ffffff'
} else { if (format eq 'pdf') {
    set terminal pdfcairo size width / 96.0,height / 96.0 font 'sans,9.75' enhanced \
        background '#ffffff' linewidth 0.8
} else {
    set terminal svg size width,height dynamic font 'sans-serif,13' enhanced background '#ffffff'
} }

small = format eq 'svg' ? 11 : 8
small_font = sprintf(',%d', small)
title_font = sprintf(',%d', small + 3)
origin_font = sprintf(',%d', small - 1)
heading_font = sprintf(',%d', small + 5)

mixed(c, other, part) = int(c + part * (other - c) + 0.5)
blend(c, other, part) = mixed(c / 65536, other, part) * 65536 + \
    mixed(c / 256 % 256, other, part) * 256 + mixed(c % 256, other, part)
family_colour(family, s) = sprintf('#%06x', blend(family, 255, s == 1 ? 0.4 : s == 2 ? 0.65 : 0))
# Of a method that is there for comparison alone: three quarters of it let the paper through.
pale_colour(family) = sprintf('#c0%06x', family)
ink = '#3a4750'
pale_ink = '#a9b6c0'
grey = '#888888'

# Dashes by order: 1 dotted, 2 solid, 3 dash-dot, 4 dashed, 5 and more dash-dot-dot.
set dashtype 11 (2,4)
set dashtype 12 solid
set dashtype 13 (10,4,2,4)
set dashtype 14 (9,5)
set dashtype 15 (14,4,2,4,2,4)
dash(order) = 10 + (order < 1 ? 1 : order > 5 ? 5 : int(order))

# Large open symbols on thick lines take turns with small ones on thin lines: of two curves that
# coincide, both are seen.
SYMBOLS = 12
array SYMBOL[SYMBOLS] = [6, 2, 4, 7, 8, 1, 12, 5, 10, 9, 14, 13]
symbol_of(k) = SYMBOL[1 + (k - 1) % SYMBOLS]
size_of(k) = k % 2 ? 1.3 : 0.75
width_of(k) = k % 2 ? 2.4 : 1.3
do for [k = 1:METHODS] {
    way = exists('SHADE') ? SHADE[k] : 0
    colour = family_colour(FAMILY[k], way)
    pattern = exists('alone') ? dash(2) : dash(ORDER[k])
    set style line k linecolor rgb colour dashtype pattern pointtype symbol_of(k) \
        pointsize size_of(k) linewidth (way == 2 ? 4 : width_of(k))
}
set style line 101 linecolor rgb ink dashtype solid linewidth 1.4
set style line 102 linecolor rgb pale_ink dashtype solid linewidth 2.6
set style line 103 linecolor rgb ink dashtype 11 linewidth 2
set style line 109 linecolor rgb grey dashtype 11 linewidth 1.2

# A line of them ends where the figure does: a character takes 5.2 pixels.
fits = int(width / 5.2) - 6
within(line) = strlen(line) <= fits ? line : substr(line, 1, fits - 4).' ...'
if (strip) {
    set label 98 within(origin_1) at screen 14.0 / width, 28.0 / height noenhanced font origin_font \
        textcolor rgb '#666666'
    set label 99 within(origin_2) at screen 14.0 / width, 12.0 / height noenhanced font origin_font \
        textcolor rgb '#666666'
}
# Of a single plot; a multiplot gives its margins.
set origin 0, strip / height
set size 1, 1 - strip / height

set border 3 linecolor rgb '#555555'
set tics nomirror out textcolor rgb '#333333'
# Axes are named with their units, [1] of a pure number, in a size of letters of their own.
axis_size = format eq 'svg' ? 12 : 9
axis_font = sprintf(',%d', axis_size)
set xlabel font axis_font
set ylabel font axis_font
set zlabel font axis_font
set grid xtics ytics linecolor rgb '#ececec' linetype 1 linewidth 1

# A logarithmic axis of few decades has labels at 2 and 5 of each too.
few_decades = 4.0
labelled(from, to) = log10(to / from) < few_decades

# The decades that hold all values, with a quarter of one to spare.
lower(x) = 10 ** floor(log10(x) - 0.25)
upper(x) = 10 ** ceil(log10(x) + 0.25)

# A logarithmic axis of ten decades has a label at every second of them, one of twenty at every fifth;
# gnuplot's small ticks then divide the uppermost of these decades alone. There
# eval(small_ticks(from, to)) sets one at each decade of y that has no label.
many(from, to) = log10(to / from) > 9.5
between_seconds = ''
between_fifths = ''
do for [d = -30:30] {
    tick = sprintf(', "" 1e%d 1', d)
    if (d % 2) { between_seconds = between_seconds.tick }
    if (d % 5) { between_fifths = between_fifths.tick }
}
small_ticks(from, to) = 'unset mytics; set ytics add ('.substr( \
    log10(to / from) > 19.5 ? between_fifths : between_seconds, 3, 9999).')'
