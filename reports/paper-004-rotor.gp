# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004, Figure 5.
FIRST = 14
load 'paper-004-rotation.gp'
