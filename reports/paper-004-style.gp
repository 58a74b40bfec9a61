# SPDX-License-Identifier: GPL-3.0-or-later
# What the figures of paper 004 share: three curves, in line styles 1 to 3, of which the second one
# is thick and pale where it may hide under the third.
METHODS = 3
array FAMILY[METHODS] = [1, 2, 3]
array ORDER[METHODS] = [2, 2, 2]
load 'style.gp'
set style line 1 linecolor rgb COLOUR[1] dashtype solid pointtype 4 pointsize 1.1 linewidth 1.6
set style line 2 linecolor rgb COLOUR[2] dashtype solid pointtype 6 pointsize 1.4 linewidth 1.6
set style line 3 linecolor rgb COLOUR[3] dashtype 14 pointtype 2 pointsize 0.8 linewidth 1.6
set style line 9 linecolor rgb '#888888' dashtype 11 linewidth 1.2
set datafile separator ','
motion = 'paper-004-motion.csv'
