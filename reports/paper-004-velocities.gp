# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004, Figure 3.
array FIRST[2] = [8, 11]
array PANEL[2] = ['rotor A', 'platform B']
array NAME[3] = ['ω_1', 'ω_2', 'ω_3']
QUANTITY = 'ω  [rad/s]'
load 'paper-004-curves.gp'
