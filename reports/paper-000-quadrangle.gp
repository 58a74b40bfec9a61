# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000, Figures 6.6, 6.7: the quadrangle.
problem = 'quadrangle'
load 'paper-000-run.gp'
