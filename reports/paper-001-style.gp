# SPDX-License-Identifier: GPL-3.0-or-later
# What the figures of paper 001 share: line style k belongs to method k of WHO, in the colour of its
# family; 8 is a line of reference, 9 a pale one.
METHODS = 5
array WHO[METHODS] = ['SPOOK', 'SPOOK by Newton', 'SHAKE', 'RATTLE', 'RK4 with Baumgarte']
array FAMILY[METHODS] = [family_spook, family_spook, family_shake, family_rattle, family_rk4_baumgarte]
array ORDER[METHODS] = [1, 1, 2, 2, 4]
load 'style.gp'
colour(family) = COLOUR[1 + (family - 1) % COLOURS]
set style line 1 linecolor rgb colour(family_spook) dashtype solid pointtype 6 pointsize 1.1 linewidth 1.6
set style line 2 linecolor rgb colour(family_spook) dashtype 14 pointtype 2 pointsize 0.8 linewidth 1.6
set style line 3 linecolor rgb colour(family_shake) dashtype solid pointtype 4 pointsize 0.9 linewidth 1.6
set style line 4 linecolor rgb colour(family_rattle) dashtype 14 pointtype 1 pointsize 0.9 linewidth 1.3
set style line 5 linecolor rgb colour(family_rk4_baumgarte) dashtype solid pointtype 12 pointsize 0.9 linewidth 1.4
set style line 8 linecolor rgb '#888888' dashtype 11 linewidth 1.2
set style line 9 linecolor rgb '#b0b0b0' dashtype solid linewidth 1.0
set datafile separator ','
