/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ladder of rigid rods: Lacoursiere (paper 001), section 6, figure 2, with the paper's numbers of
 * the rods.  The tails of rods 1 and 2 are fixed at the origin; the tail of rod j is at the head of
 * rod j - 3 where j mod 3 = 2, else of rod j - 2; rods 3k and 3k + 1 meet head to head.  That makes
 * N squares of 3N + 1 rods with 4N + 1 connections and N + 1 degrees of freedom.
 *
 * The moment of a rod is m l^2 / 12 (the print lacks m).  Gravity, the start and the form of the
 * constraints are not given: here g = 9.81 m/s^2 along -y, the lower rail along x, at rest,
 * connections as differences of coordinates and (|u|^2 - 1)/2 = 0.
 *
 * A square whose rungs and rails are in line is a singular configuration, from which the motion
 * can go on in two ways.  From t_regular on one is near: the first square is flat after 0.74 s,
 * with the rungs down after 0.54 s (0.44 s where N = 1). */
#include <math.h>
#include <stdio.h>

#include "holonomy/problem.h"

enum { SQUARES, RUNGS, MASS, LENGTH, GRAVITY, MASS_RATIO, LENGTH_RATIO, COMPLIANCE, DAMPING_TIME };
enum { UP, DOWN };

static const hol_option parameters[] = {
    {"N", HOL_INT, 5, 1, 1e6, NULL, "number of squares (001, section 6: 10, 20, 100)"},
    {"rungs", HOL_CHOICE, UP, UP, DOWN, "up down", "start, rungs along +y or -y (001: not given)"},
    {"m", HOL_REAL, 10, 1e-6, 1e6, NULL, "mass of a rail [kg] (001, section 6)"},
    {"l", HOL_REAL, 1, 1e-3, 1e3, NULL, "length of a rail [m] (001, section 6)"},
    {"g", HOL_REAL, 9.81, 0, 1e3, NULL, "gravity, along -y [m/s^2] (001: not given)"},
    {"mass_ratio", HOL_REAL, 1, 1e-6, 1e6, NULL, "mass of a rung over that of a rail [1]"},
    {"length_ratio", HOL_REAL, 1, 1e-3, 1e3, NULL, "length of a rung over that of a rail [1]"},
    {"compliance", HOL_REAL, 0, 0, 1e3, NULL, "of the connections [m/N]; 0: rigid"},
    {"damping_time", HOL_REAL, 0.1, 0, 1e3, NULL, "of the connections, where compliant [s]"},
    {0},
};

typedef struct {
    hol_model *model;
    const double *par;
} ladder;

static bool is_rung(int j)
{
    return j % 3 == 1;
}

static double length(const double par[], int j)
{
    return par[LENGTH] * (is_rung(j) ? par[LENGTH_RATIO] : 1);
}

/* Rod j, its tail at (x, y). */
static void add_rod(const ladder *L, int j, double x, double y)
{
    const double *par = L->par, side = par[RUNGS] == UP ? 1 : -1, half = sqrt(0.5);
    double l = length(par, j), m = par[MASS] * (is_rung(j) ? par[MASS_RATIO] : 1);
    hol_body rod = {.shape = HOL_PLANAR,
                    .m = m,
                    .J = {0, 0, m * l * l / 12},
                    .at = {.r = {x + 0.5 * l, y, 0}, .p = {1, 0, 0, 0}}};
    if (is_rung(j))
        rod.at = (hol_pose){.r = {x, y + 0.5 * side * l, 0}, .p = {half, 0, 0, side * half}};
    snprintf(rod.name, sizeof rod.name, "rod%d", j);
    hol_add_body(L->model, &rod);
}

/* An end of rod j: the tail (-1) or the head (1); rod 0 is the origin. */
static hol_marker end(const ladder *L, int j, int side)
{
    return j ? hol_point(j - 1, 0.5 * side * length(L->par, j), 0, 0)
             : hol_point(HOL_GROUND, 0, 0, 0);
}

static void connect(const ladder *L, const char *what, int j, hol_marker i, hol_marker k)
{
    char name[32];
    snprintf(name, sizeof name, "%s%d", what, j);
    hol_coincide(L->model, name, i, k);
}

static void build(hol_model *model, const double par[])
{
    const ladder L = {model, par};
    int rods = 3 * (int)par[SQUARES] + 1;
    double upper = (par[RUNGS] == UP ? 1 : -1) * par[LENGTH] * par[LENGTH_RATIO];
    for (int j = 1; j <= rods; j++)
        add_rod(&L, j, par[LENGTH] * (is_rung(j) ? j / 3 : (j - 2) / 3), j % 3 ? 0 : upper);
    for (int j = 1; j <= rods; j++) {
        int before = j <= 2 ? 0 : j % 3 == 2 ? j - 3 : j - 2;
        connect(&L, "tail", j, end(&L, before, 1), end(&L, j, -1));
        if (j > 1 && is_rung(j)) connect(&L, "heads", j - 1, end(&L, j - 1, 1), end(&L, j, 1));
    }
    if (par[COMPLIANCE] > 0) hol_soften(model, NULL, par[COMPLIANCE], par[DAMPING_TIME]);
    hol_gravity(model, (double[3]){0, -par[GRAVITY], 0});
}

const hol_problem hol_problem_ladder = {
    .name = "ladder",
    .source = "Lacoursiere (2007), section 6",
    .about = "A ladder of N squares of rigid rods, one corner fixed, let go level.",
    .drawing = "     3      6      9          N squares, 3N + 1 rods: m = 10 kg, l = 1 m\n"
               "  o------o------o------o--    rods meet in pins o; 1 and 2 at the fixed origin\n"
               "  |      |      |      |      rungs 1, 4, 7, ..: from tail to head up (or down)\n"
               " 1|     4|     7|    10|      rails 2, 3, 5, 6, ..: from tail to head along +x\n"
               "  |      |      |      |      |\n"
               " /o\\-----o------o------o--    v g = 9.81 m/s^2\n"
               " ///  2      5      8\n",
    .parameters = parameters,
    .build = build,
    .t_end = 0.5,
    .t_regular = 0.5,
    .step = 0.005,
    .size = "N",
    .reference = "ladder.ref ladder-1.ref ladder-2.ref "
                 "ladder-down.ref ladder-1-down.ref ladder-2-down.ref",
};
