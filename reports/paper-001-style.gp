# SPDX-License-Identifier: GPL-3.0-or-later
# What the figures of paper 001 share: its five methods.
METHODS = 5
array METHOD[METHODS] = ['spook', 'spook by Newton', 'shake', 'rattle', 'rk4-baumgarte']
array FAMILY[METHODS] = [family_spook, family_spook, family_shake, family_rattle, \
    family_rk4_baumgarte]
array ORDER[METHODS] = [2, 2, 2, 2, 4]
array SHADE[METHODS] = [0, 1, 0, 0, 0]
load 'style.gp'
set style line 2 linewidth 2.4
set datafile separator ','
