# SPDX-License-Identifier: GPL-3.0-or-later
# Work and precision: error against evaluations of the system's functions.
load 'methods.gp'
load 'problem-'.name.'.gp'
across = 5
across_name = 'evaluations of constraints, derivatives, forces and masses  [1]'
least = evaluations_min
most = evaluations_max
triangles = 0
load 'scatter.gp'
