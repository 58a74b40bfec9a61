# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004, Figure 4.
array FIRST[2] = [2, 5]
array PANEL[2] = ['rotor A', 'platform B']
array NAME[3] = ['x', 'y', 'z']
QUANTITY = 'mass centre  [m]'
load 'paper-004-curves.gp'
