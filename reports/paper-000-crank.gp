# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000, Figures 6.8, 6.9: the crank.
problem = 'crank'
load 'paper-000-run.gp'
