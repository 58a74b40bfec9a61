/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coefficients of explicit Runge-Kutta and Runge-Kutta-Nystrom methods, as the fractions of their
 * sources: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed. (HNW). */
#include <stddef.h>

#include "numerics/tables.h"

/* ---------------------------------------------------------------- the classical method */

static const double rk4_a[16] = {
    0,      0,      0, 0, /**/
    1 / 2., 0,      0, 0, /**/
    0,      1 / 2., 0, 0, /**/
    0,      0,      1, 0,
};
static const double rk4_b[4] = {1 / 6., 2 / 6., 2 / 6., 1 / 6.};
static const double rk4_c[4] = {0, 1 / 2., 1 / 2., 1};

const hol_table hol_table_rk4 = {
    .name = "rk4",
    .source = "Kutta 1901; HNW table II.1.2",
    .stages = 4,
    .order = 4,
    .error_order = 0,
    .a = rk4_a,
    .b = rk4_b,
    .bhat = NULL,
    .c = rk4_c,
};

/* ---------------------------------------------------------------- Dormand and Prince 5(4) */

/* clang-format off */
static const double dp5_a[49] = {
    0,              0,               0,              0,            0,               0,         0,
    1 / 5.,         0,               0,              0,            0,               0,         0,
    3 / 40.,        9 / 40.,         0,              0,            0,               0,         0,
    44 / 45.,       -56 / 15.,       32 / 9.,        0,            0,               0,         0,
    19372 / 6561.,  -25360 / 2187.,  64448 / 6561.,  -212 / 729.,  0,               0,         0,
    9017 / 3168.,   -355 / 33.,      46732 / 5247.,  49 / 176.,    -5103 / 18656.,  0,         0,
    35 / 384.,      0,               500 / 1113.,    125 / 192.,   -2187 / 6784.,   11 / 84.,  0,
};
static const double dp5_b[7] = {
    35 / 384.,      0,               500 / 1113.,    125 / 192.,   -2187 / 6784.,   11 / 84.,  0,
};
static const double dp5_bhat[7] = {
    5179 / 57600.,  0,  7571 / 16695.,  393 / 640.,  -92097 / 339200.,  187 / 2100.,  1 / 40.,
};
static const double dp5_c[7] = {0, 1 / 5., 3 / 10., 4 / 5., 8 / 9., 1, 1};
/* clang-format on */

const hol_table hol_table_dp5 = {
    .name = "dp5",
    .source = "Dormand, Prince, J. Comput. Appl. Math. 6 (1980) 19; HNW table II.5.2",
    .stages = 7,
    .order = 5,
    .error_order = 4,
    .a = dp5_a,
    .b = dp5_b,
    .bhat = dp5_bhat,
    .c = dp5_c,
};

/* ---------------------------------------------------------------- Nystrom's method of order 4 */

/* The velocities are those of the classical method; the positions are not. */
static const double nystrom4_a[16] = {
    0,      0, 0,      0, /**/
    1 / 8., 0, 0,      0, /**/
    1 / 8., 0, 0,      0, /**/
    0,      0, 1 / 2., 0,
};
static const double nystrom4_b[4] = {1 / 6., 1 / 6., 1 / 6., 0};

const hol_nystrom_table hol_table_nystrom4 = {
    .name = "nystrom4",
    .source = "Nystrom, Acta Soc. Sci. Fenn. 50 (1925) no. 13; HNW section II.14",
    .stages = 4,
    .order = 4,
    .a = nystrom4_a,
    .e = rk4_a,
    .b = nystrom4_b,
    .b1 = rk4_b,
    .c = rk4_c,
};
