# SPDX-License-Identifier: GPL-3.0-or-later
# The error at the end of the run against something, a curve a method: of the CURVES methods that
# have points, CURVE[j] is a method's number. STANDING[k] is 2 of a method in the front, 1 of one that
# represents its family, 0 of one that is pale; ENDED[k] is 1 where the last point has a ring around
# it. A script sets
#   across         column of the points
#   across_name    words for the axis
#   least, most    extent of the values across
#   triangles      whether slopes of order 1, 2 and 4 are drawn beside the data
width = 900
height = 560
load 'style.gp'
data = 'points-'.name.'.dat'

set title title.': '.problem font heading_font noenhanced offset 0, 0.5
set xlabel across_name
set ylabel error_name.' at t = '.sprintf('%g', t_end).' s'
set logscale xy
set format xy '10^{%T}'
set mxtics 10
set mytics 10
set key off
bottom = lower(error_min)
ceiling = error_max > 100 ? 1e3 : upper(error_max) # blown up: beyond the figure
beside = triangles ? 4.5 : 1.4
set xrange [least / 1.4:most * beside]
set yrange [bottom:ceiling]
if (many(bottom, ceiling)) { eval(small_ticks(bottom, ceiling)) }
if (labelled(least / 1.4, most * beside)) {
    do for [d = int(floor(log10(least))) - 1:int(ceil(log10(most * beside)))] {
        set xtics add ('2' 2 * 10.0 ** d, '5' 5 * 10.0 ** d)
    }
}

# Triangles stand in a strip right of the data, one above the other, a factor of two wide.
array SLOPE[3] = [4, 2, 1]
foot = bottom * (ceiling / bottom) ** 0.08
if (triangles) {
    do for [i = 1:3] {
        x = most * 1.7
        set arrow from x, foot to 2 * x, foot nohead linecolor rgb '#555555' front
        set arrow from 2 * x, foot to 2 * x, foot * 2 ** SLOPE[i] nohead linecolor rgb '#555555' front
        set arrow from x, foot to 2 * x, foot * 2 ** SLOPE[i] nohead linecolor rgb '#555555' front
        set label sprintf('%d', SLOPE[i]) at 2.15 * x, foot * 2 ** (SLOPE[i] / 2.0) left front \
            textcolor rgb '#333333'
        foot = foot * 2 ** SLOPE[i] * (ceiling / bottom) ** 0.07
    }
}

# The key, right of the plot: the front, then who represents a family, from the top down.
key_x = 668.0 / width
key_y = 1 - 62.0 / height
set rmargin at screen 650.0 / width
row = 21.0 / height
# Of few methods none is pale, whatever its family.
paled = 0
do for [j = 1:CURVES] { paled = paled + (STANDING[CURVE[j]] == 0) }
array HEADING[3] = ['all others are pale', paled ? 'of other families, the nearest' : 'the others', \
    'cheapest for an error, 1e-2 to 1e-10']
do for [s = 0:2] {
    standing = 2 - s
    count = 0
    do for [j = 1:CURVES] { count = count + (STANDING[CURVE[j]] == standing) }
    if (count) {
        set label HEADING[standing + 1] at screen key_x, key_y left noenhanced \
            textcolor rgb '#555555' font small_font
        key_y = key_y - row
    }
    if (standing) {
        do for [j = 1:CURVES] {
            k = CURVE[j]
            if (STANDING[k] == standing) {
                set arrow from screen key_x, key_y to screen key_x + 46.0 / width, key_y nohead \
                    linestyle k
                set label '' at screen key_x + 23.0 / width, key_y point linestyle k
                set label METHOD[k] at screen key_x + 54.0 / width, key_y left noenhanced
                key_y = key_y - row
            }
        }
        key_y = key_y - 0.4 * row
    }
}

# Line style LOOKS + k is that of method k here, RINGS + k that of its ring, 299 what is pointed at.
LOOKS = 300
RINGS = 600
set style line 299 pointtype 7 pointsize 1.6 linecolor rgb '#ff000000'
do for [k = 1:METHODS] {
    pale = STANDING[k] == 0
    colour = pale ? pale_colour(FAMILY[k]) : family_colour(FAMILY[k], 0)
    set style line LOOKS + k linecolor rgb colour dashtype dash(ORDER[k]) pointtype symbol_of(k) \
        pointsize (pale ? 0.5 : size_of(k)) linewidth (pale ? 1 : width_of(k))
    set style line RINGS + k linecolor rgb colour pointtype 6 pointsize (pale ? 1.2 : 2.4) linewidth 1
}

# Pale curves below, thin lines over thick ones. Every point says what it is where it is pointed at
# (column 7), a ring around the last one that its method's steps ended there (column 6).
points = 'data index %d using across:'
error = '(column(error_column))'
last = '(column(6) > 0 ? column(error_column) : NaN)'
called = ' title METHOD[%d] noenhanced'
curve = points.error.' with linespoints linestyle %d'.called
words = points.error.':7 with labels hypertext point linestyle 299'.called
ring = points.last.' with points linestyle %d'.called
command = ''
do for [s = 0:2] {
    do for [odd = 1:0:-1] {
        do for [j = 1:CURVES] {
            k = CURVE[j]
            if (STANDING[k] == s && k % 2 == odd) {
                command = command.(strlen(command) ? ', ' : 'plot ') \
                    .sprintf(curve, k - 1, LOOKS + k, k).', '.sprintf(words, k - 1, k)
                if (ENDED[k]) { command = command.', '.sprintf(ring, k - 1, RINGS + k, k) }
            }
        }
    }
}
eval(command)
set output
