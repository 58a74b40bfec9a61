# SPDX-License-Identifier: GPL-3.0-or-later
# What the figures of paper 000 share: quasi-orthogonal and orthogonal projection in two colours.
METHODS = 2
array METHOD[METHODS] = ['quasi-orthogonal', 'orthogonal']
array FAMILY[METHODS] = [1, 2]
array ORDER[METHODS] = [5, 5]
load 'style.gp'
set datafile separator ','
