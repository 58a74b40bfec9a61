# SPDX-License-Identifier: GPL-3.0-or-later
# What the figures of paper 003 share: DVP and EM in the colours of their families, line styles 1
# and 2 (ours), 3 and 4 (large open symbols: printed).
METHODS = 2
array METHOD[METHODS] = ['DVP', 'EM']
array FAMILY[METHODS] = [1, 2]
array ORDER[METHODS] = [2, 2]
load 'style.gp'
set style line 1 linewidth 1.5 pointtype 7 pointsize 0.45
set style line 2 linewidth 1.5 pointtype 7 pointsize 0.45
set style line 3 linecolor rgb COLOUR[1] pointtype 6 pointsize 1.3 linewidth 1.4
set style line 4 linecolor rgb COLOUR[2] pointtype 4 pointsize 1.3 linewidth 1.4
set datafile separator ','
