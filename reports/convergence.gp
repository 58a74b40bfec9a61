# SPDX-License-Identifier: GPL-3.0-or-later
# Error against the mean step, with slopes.
load 'methods.gp'
load 'problem-'.name.'.gp'
across = 1
across_name = 'mean step h  [s]'
least = step_min
most = step_max
triangles = 1
load 'scatter.gp'
