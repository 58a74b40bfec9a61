# SPDX-License-Identifier: GPL-3.0-or-later
# Momentum error over time, the largest over the momentum maps, a panel a method.
load 'methods.gp'
load 'problem-'.name.'.gp'
quantity = '|J(t) − J(0)|,  '.(strstrt(momenta, ',') ? 'largest of ' : '').momenta.'  [N s, N m s]'
most = momentum_max
thick(c) = column(3)
thin(c) = column(4)
thick_name = 'of the state’s velocities'
thin_name = 'nodal (variational methods)'
array DRAWN[METHODS]
do for [k = 1:METHODS] { DRAWN[k] = momentum_DRAWN[k] }
load 'multiples.gp'
