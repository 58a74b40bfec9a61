/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coefficients of explicit Runge-Kutta and Runge-Kutta-Nystrom methods, as the fractions of their
 * sources: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, 2nd ed. (HNW). */
#include "holonomy/tables.h"

#include <math.h>

int hol_estimate_order(const hol_butcher *T)
{
    int first = T->error_order[0] + 1, second = T->error_order[1] + 1;
    if (!T->e[0]) return 0;
    return T->e[1] ? 2 * first - second : first;
}

/* HNW section II.10: the second estimate corrects the first. */
double hol_estimate(double E1, double E2)
{
    return E1 > 0 ? E1 * (E1 / hypot(E1, E2 / 10)) : E1;
}

/* ---------------------------------------------------------------- orders 2 and 3 */

static const double rk2_a[4] = {
    0,
    0, /**/
    1 / 2.,
    0,
};
static const double rk2_b[2] = {0, 1};
static const double rk2_c[2] = {0, 1 / 2.};

const hol_butcher hol_butcher_rk2 = {
    .name = "rk2",
    .source = "Runge 1895; HNW table II.1.1",
    .stages = 2,
    .order = 2,
    .a = rk2_a,
    .b = rk2_b,
    .c = rk2_c,
};

static const double rk3_a[9] = {
    0,      0,      0, /**/
    1 / 3., 0,      0, /**/
    0,      2 / 3., 0,
};
static const double rk3_b[3] = {1 / 4., 0, 3 / 4.};
static const double rk3_c[3] = {0, 1 / 3., 2 / 3.};

const hol_butcher hol_butcher_rk3 = {
    .name = "rk3",
    .source = "Heun 1900; HNW table II.1.1",
    .stages = 3,
    .order = 3,
    .a = rk3_a,
    .b = rk3_b,
    .c = rk3_c,
};

/* ---------------------------------------------------------------- the classical method */

static const double rk4_a[16] = {
    0,      0,      0, 0, /**/
    1 / 2., 0,      0, 0, /**/
    0,      1 / 2., 0, 0, /**/
    0,      0,      1, 0,
};
static const double rk4_b[4] = {1 / 6., 2 / 6., 2 / 6., 1 / 6.};
static const double rk4_c[4] = {0, 1 / 2., 1 / 2., 1};

const hol_butcher hol_butcher_rk4 = {
    .name = "rk4",
    .source = "Kutta 1901; HNW table II.1.2",
    .stages = 4,
    .order = 4,
    .a = rk4_a,
    .b = rk4_b,
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
static const double dp5_e[7] = {
    71 / 57600.,    0,               -71 / 16695.,   71 / 1920.,   -17253 / 339200., 22 / 525., -1 / 40.,
};
static const double dp5_c[7] = {0, 1 / 5., 3 / 10., 4 / 5., 8 / 9., 1, 1};
static const double dp5_d[7] = {
    -12715105075 / 11282082432.,  0,  87487479700 / 32700410799.,  -10690763975 / 1880347072.,
    701980252875 / 199316789632.,  -1453857185 / 822651844.,  69997945 / 29380423.,
};
/* clang-format on */

/* Shampine's, HNW p. 191; the coefficients of the program DOPRI5. */
static const hol_extension dp5_extension = {
    .order = 4,
    .stages = 7,
    .node = 6,
    .terms = 1,
    .d = dp5_d,
};

const hol_butcher hol_butcher_dp5 = {
    .name = "dp5",
    .source = "Dormand, Prince, J. Comput. Appl. Math. 6 (1980) 19; HNW table II.5.2",
    .stages = 7,
    .order = 5,
    .a = dp5_a,
    .b = dp5_b,
    .c = dp5_c,
    .e = {dp5_e},
    .error_order = {4},
    .extension = &dp5_extension,
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

const hol_nystrom_table hol_butcher_nystrom4 = {
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

/* ---------------------------------------------------------------- Murua's half-explicit method */

/* clang-format off */
static const hol_fraction phem56_ahat[49] = {
    {0, 1},                     {0, 1},           {0, 1},                     {0, 1},              {0, 1},                    {0, 1},                   {0, 1},
    {3, 40},                    {9, 40},          {0, 1},                     {0, 1},              {0, 1},                    {0, 1},                   {0, 1},
    {21, 256},                  {45, 256},        {15, 128},                  {0, 1},              {0, 1},                    {0, 1},                   {0, 1},
    {19235, 98784},             {-225, 392},      {6235, 6174},               {2755, 32928},       {0, 1},                    {0, 1},                   {0, 1},
    {-293, 1152},               {85, 48},         {-2275, 1908},              {35, 32},            {-2835, 6784},             {0, 1},                   {0, 1},
    {35, 384},                  {0, 1},           {500, 1113},                {125, 192},          {-2187, 6784},             {11, 84},                 {0, 1},
    {10752038939, 66307507200}, {-19259, 50160},  {19581770468, 24023520675}, {9941999, 650073600}, {180060831, 4820710400},  {-11331659, 439538400},   {1, 76},
};
static const hol_fraction phem56_chat[7] = {{0, 1}, {3, 10}, {3, 8}, {5, 7}, {1, 1}, {1, 1}, {19, 30}};
/* clang-format on */

const hol_half_explicit hol_half_explicit_56 = {
    .name = "phem56",
    .source = "Murua, Computing 59 (1997) 43",
    .table = &hol_butcher_dp5,
    .ahat = phem56_ahat,
    .chat = phem56_chat,
};

/* ---------------------------------------------------------------- Brasey and Hairer's */

/* Numbers of the field of sqrt 6: the last three nodes are those of Radau.  The conditions of order
 * 4 of index 2 are checked exactly (tests/numerics/test_tables). */
#define R6 2.44948974278317809820

/* clang-format off */
static const double hem4_a[25] = {
    0,                     0,                  0,                  0,            0,
    3 / 10.,               0,                  0,                  0,            0,
    (1 + R6) / 30,         (11 - 4 * R6) / 30, 0,                  0,            0,
    (-79 - 31 * R6) / 150, (-1 - 4 * R6) / 30, (24 + 11 * R6) / 25, 0,           0,
    (14 + 5 * R6) / 6,     (-8 + 7 * R6) / 6,  (-9 - 7 * R6) / 4,  (9 - R6) / 4, 0,
};
/* clang-format on */
static const double hem4_b[5] = {0, 0, (16 - R6) / 36, (16 + R6) / 36, 1 / 9.};
static const double hem4_c[5] = {0, 3 / 10., (4 - R6) / 10, (4 + R6) / 10, 1};

static const hol_butcher hem4 = {
    .name = "hem4",
    .source = "Brasey, Hairer, SIAM J. Numer. Anal. 30 (1993) 538",
    .stages = 5,
    .order = 4,
    .a = hem4_a,
    .b = hem4_b,
    .c = hem4_c,
};

const hol_half_explicit hol_half_explicit_4 = {
    .name = "hem4",
    .source = "Brasey, Hairer, SIAM J. Numer. Anal. 30 (1993) 538",
    .table = &hem4,
};

/* ---------------------------------------------------------------- symmetric multistep methods */

/* The double root 1 of rho and simple ones with these cosines: of 4: 0; of 6: 1/2, -1/2; of 8: 4/5,
 * 2/5, -7/10.  beta follows from the order.  The roots of sigma, too, have modulus 1 and are
 * simple, without which multipliers grow exponentially. */
static const int multistep_4_alpha[] = {1, -2, 2, -2, 1};
static const int multistep_4_beta[] = {0, 7, -2, 7, 0};
static const int multistep_6_alpha[] = {1, -2, 2, -2, 2, -2, 1};
static const int multistep_6_beta[] = {0, 317, -248, 582, -248, 317, 0};
static const int multistep_8_alpha[] = {125, -375, 490, -381, 282, -381, 490, -375, 125};
static const int multistep_8_beta[] = {0,       877487,   -1808406, 3151521, -3413044,
                                       3151521, -1808406, 877487,   0};

#define CONSOLE "Console, Hairer, Lubich, Numer. Math. 124 (2013) 517"

const hol_multistep hol_multistep_4 = {CONSOLE, 4, 4, multistep_4_alpha, multistep_4_beta, 1, 6};
const hol_multistep hol_multistep_6 = {CONSOLE, 6, 6, multistep_6_alpha, multistep_6_beta, 1, 240};
const hol_multistep hol_multistep_8 = {CONSOLE,          8,   8,     multistep_8_alpha,
                                       multistep_8_beta, 125, 630000};
