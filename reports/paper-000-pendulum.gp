# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 000, Figures 6.4, 6.5: the pendulum.
problem = 'pendulum'
load 'paper-000-run.gp'
