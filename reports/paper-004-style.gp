# SPDX-License-Identifier: GPL-3.0-or-later
# What the figures of paper 004 share: three ways of one method, mk4 or where a script says so
# (`family`, `order`) another; the second stands thick below the third.
METHODS = 3
if (!exists('family')) { family = family_mk4; order = 4 }
array FAMILY[METHODS] = [family, family, family]
array ORDER[METHODS] = [order, order, order]
array SHADE[METHODS] = [0, 2, 0]
alone = 1
load 'style.gp'
set style line 1 pointtype 4 pointsize 1.1 linewidth 1.6
set style line 2 pointtype 6 pointsize 1.4 linewidth 4
set style line 3 pointtype 2 pointsize 0.8 linewidth 1.6
set datafile separator ','
motion = 'paper-004-motion.csv'
