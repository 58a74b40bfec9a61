# SPDX-License-Identifier: GPL-3.0-or-later
# Paper 004, section 2.3: what the three stabilisations leave.
data = 'paper-004-stabilisation.csv'
EACH = 7
LEFT = 0.008
RIGHT = 0.15
array PICK[4] = [1, 2, 3, 4]
array PANEL[4] = ['largest |Φ|  [m, 1]', 'largest |G v|  [m/s, rad/s]', \
    'error of position  [m]', 'error of orientation  [rad]']
array NAME[3] = ['none', 'least squares (12)', 'rotation vector (23)']
array SLOPE[8] = [4, 0, 4, 0, 4, 0, 4, 0]
array FACTOR[8] = [0.3, 0, 0.3, 0, 3.5, 0, 6, 0]
load 'paper-004-steps.gp'
