# SPDX-License-Identifier: GPL-3.0-or-later
# Constraint error over time, the largest of all rows, a panel a method.
load 'methods.gp'
load 'problem-'.name.'.gp'
quantity = '|Φ|  [m, 1],  |G v|  [m/s, 1/s]'
most = constraint_max
thick(c) = column(5)
thin(c) = column(6)
thick_name = 'position |Φ|'
thin_name = 'velocity |G v|'
array DRAWN[METHODS]
do for [k = 1:METHODS] { DRAWN[k] = constraint_DRAWN[k] }
load 'multiples.gp'
