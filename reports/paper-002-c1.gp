# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 002, Figure 7.
FIRST = 10
load 'paper-002-sliders.gp'
