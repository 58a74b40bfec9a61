# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 003, Figures 2, 3, 5, 6.
data = 'paper-003-table-1.csv'
SERIES = 1
FIRST = 2
array PANEL[4] = ['CPU time  [s]  (Figure 2)', 'quaternion error  [1]  (Figure 3)', \
    'energy error  [J]  (Figure 5)', 'momentum error  [N m s]  (Figure 6)']
array SLOPE[4] = [NaN, 12, 180, 50]
load 'paper-003-steps.gp'
