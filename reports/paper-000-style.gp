# SPDX-License-Identifier: GPL-3.0-or-later
# What the figures of paper 000 share: jet-dp5 by both projections, 1 the quasi-orthogonal one or
# where the total energy is imposed, 2 the orthogonal one or where it is not, 3 another way.
METHODS = 3
array METHOD[METHODS] = ['jet-dp5', 'jet-dp5', 'jet-dp5']
array FAMILY[METHODS] = [family_jet_dp5, family_jet_dp5, family_jet_dp5]
array ORDER[METHODS] = [5, 5, 5]
array SHADE[METHODS] = [0, 1, 2]
alone = 1
load 'style.gp'
set datafile separator ','
