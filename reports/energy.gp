# SPDX-License-Identifier: GPL-3.0-or-later
# Energy error over time, a panel a method.
load 'methods.gp'
load 'problem-'.name.'.gp'
quantity = '|E(t) − E(0)|  [J]'
most = energy_max
thick(c) = column(2)
thin(c) = NaN
thick_name = 'energy'
thin_name = ''
array DRAWN[METHODS]
do for [k = 1:METHODS] { DRAWN[k] = energy_DRAWN[k] }
load 'multiples.gp'
