# SPDX-License-Identifier: GPL-3.0-or-later
# Work and precision: error against CPU time.
load 'methods.gp'
load 'problem-'.name.'.gp'
across = 2
across_name = 'CPU time of the steps  [s]'
least = cpu_min
most = cpu_max
triangles = 0
load 'scatter.gp'
