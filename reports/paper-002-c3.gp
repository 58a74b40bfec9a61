# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 002, Figure 6.
FIRST = 2
load 'paper-002-sliders.gp'
