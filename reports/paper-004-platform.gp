# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004, Figure 6.
FIRST = 23
load 'paper-004-rotation.gp'
