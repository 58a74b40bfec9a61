# SPDX-License-Identifier: GPL-3.0-or-later
# What the figures of paper 003 share: its two methods, line styles 1 and 2 (ours), 3 and 4 (large
# open symbols: printed), 5 and 6 (pale: at another step).
METHODS = 6
array METHOD[METHODS] = ['dvp', 'em', 'dvp', 'em', 'dvp', 'em']
array FAMILY[METHODS] = [family_dvp, family_em, family_dvp, family_em, family_dvp, family_em]
array ORDER[METHODS] = [2, 2, 2, 2, 2, 2]
array SHADE[METHODS] = [0, 0, 0, 0, 2, 1]
load 'style.gp'
do for [k = 1:6] { set style line k linewidth (k < 5 ? 1.5 : 4) }
set style line 1 pointtype 7 pointsize 0.45
set style line 2 pointtype 7 pointsize 0.45
set style line 3 pointtype 6 pointsize 1.3
set style line 4 pointtype 4 pointsize 1.3
set datafile separator ','
