# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 003, Figures 7, 8, 10, 11; the errors of EM that are zero have no place on the axis.
data = 'paper-003-table-2.csv'
SERIES = 2
FIRST = 3
array PANEL[4] = ['CPU time  [s]  (Figure 7)', 'position error  [m]  (Figure 8)', \
    'energy error  [J]  (Figure 10)', 'momentum error  [N m s]  (Figure 11)']
array SLOPE[4] = [NaN, 35, 1000, 500]
load 'paper-003-steps.gp'
