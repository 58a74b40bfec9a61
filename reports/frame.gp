# SPDX-License-Identifier: GPL-3.0-or-later
# A mechanism where it starts: frame-NAME.gp has its rods, its rims, its joints, its points of the ground and
# its mass centres. The drawing has no axes: what is seen is a shape.
METHODS = 0
width = 420
height = 420
load 'style.gp'
load 'frame-'.name.'.gp'
unset border
unset tics
unset grid
unset key
set margins 2, 2, 1, 1
set size ratio -1
plot $rods using 1:2 with lines linewidth 5 linecolor rgb '#5f7f9a' notitle, \
    $rims using 1:2 with lines linewidth 1.6 linecolor rgb '#5f7f9a' notitle, \
    $joints using 1:2 with lines linewidth 1.6 linecolor rgb '#8fa1ae' notitle, \
    $fixed using 1:2 with points pointtype 5 pointsize 1.6 linecolor rgb ink notitle, \
    $centres using 1:2 with points pointtype 7 pointsize 1.1 linecolor rgb '#d55e00' notitle
set output
