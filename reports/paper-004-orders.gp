# SPDX-License-Identifier: GPL-3.0-or-later
# Beside paper 004: generalised-alpha, its order reduction from a plain start and without it.
data = 'paper-004-orders.csv'
family = family_gena_lie
order = 2
EACH = 4
LEFT = 0.0016
RIGHT = 0.03
array PICK[4] = [1, 2, 3, 4]
array PANEL[4] = ['error of position  [m]', 'error of velocity  [m/s, rad/s]', \
    'error of multipliers, first steps  [N, N m]', \
    'error of multipliers from t = 1 s on  [N, N m]']
array NAME[3] = ['index 3, plain start', 'index 3, corrected start', 'stabilised index 2']
array SLOPE[8] = [2, 0, 2, 0, 2, 1, 2, 0]
array FACTOR[8] = [0.7, 0, 1.4, 0, 150, 400, 150, 0]
load 'paper-004-steps.gp'
