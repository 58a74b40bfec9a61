/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder.c: reference solutions of the problem ladder with N squares (Lacoursiere,
 * section 6): rods of mass m and length l, moment m l^2 / 12, in the plane, gravity along -y, at
 * rest with the rungs up or down and the rails along x.  The multipliers are those of the rows x_j
 * - x_i = 0 of the connections, m r'' = m g - lambda at the end of rod j.  Two derivations:
 *
 * A  N + 1 angles a: the squares are parallelograms, so that all rungs share the angle a_0 and the
 *    rails of square k the angle a_k.  With e(a) = (cos a, sin a) every centre is a sum of c_i
 *    e(a_i), and Lagrange's equations are
 *
 *        sum_j A_ij (cos(a_i - a_j) a_j'' + sin(a_i - a_j) a_j'^2) = -g w_i cos a_i,
 *        A_ij = sum_rods m c_i c_j + (moments of the rods of angle i) delta_ij,  w_i = sum m c_i.
 *
 *    The multipliers follow from the balance of each rod, square by square from the free end.
 * B  the equations of Newton and Euler of all rods, x, y and angle each, the multipliers from the
 *    connections differentiated twice.  Nothing in it knows of parallelograms.
 *
 * Both by extrapolation (Gragg, Bulirsch, Stoer).  A goes through a flattened square, at which B is
 * singular, and gives its time: the first zero of sin(a_k - a_0).
 *
 * Usage: ladder [1|2] [down] [--until T]; N = 5 and rungs up without them, > ladder-2-down.ref with
 * both. */
#include "extrapolation.h"
#include "ladder_angles.h"
#include "quad.h"

/* ---- B: all rods ---- */

/* The arm of a pin on rod j, from its centre; zero at the origin. */
static void arm(const quad y[], int j, int side, quad a[2])
{
    a[0] = j ? side * (l / 2) * cosq(y[3 * (j - 1) + 2]) : 0;
    a[1] = j ? side * (l / 2) * sinq(y[3 * (j - 1) + 2]) : 0;
}

/* S += sign (1/m + n n^T / J) of rod j between two of its pins, n = e3 x arm. */
static void couple(quad *S, int row, int col, int sign, const quad a[2], const quad b[2])
{
    quad J = m * l * l / 12, na[2] = {-a[1], a[0]}, nb[2] = {-b[1], b[0]};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            S[(2 * row + i) * 2 * pins + 2 * col + k] += sign * ((i == k) / m + na[i] * nb[k] / J);
}

/* The multipliers: x_j'' = x_i'' at every pin, x'' = r'' + a'' e3 x arm - a'^2 arm. */
static void reactions(const quad y[], quad lambda[])
{
    static quad S[4 * MOST_PINS * MOST_PINS];
    pin list[MOST_PINS];
    int band = 0;
    const quad *rate = y + 3 * rods;
    list_pins(list);
    memset(S, 0, sizeof S);
    for (int n = 0; n < pins; n++) {
        const int rod[2] = {list[n].i, list[n].j}, side[2] = {list[n].side_i, list[n].side_j};
        quad a[2], b[2];
        lambda[2 * n] = lambda[2 * n + 1] = 0;
        for (int e = 0; e < 2; e++) {
            if (!rod[e]) continue;
            quad w = rate[3 * (rod[e] - 1) + 2];
            arm(y, rod[e], side[e], a);
            for (int i = 0; i < 2; i++)
                lambda[2 * n + i] += (e ? 1 : -1) * (-w * w * a[i] - (i == 1 ? gravity : 0));
            for (int k = 0; k <= n; k++)
                for (int f = 0; f < 2; f++) {
                    if ((f ? list[k].j : list[k].i) != rod[e]) continue;
                    arm(y, rod[e], f ? list[k].side_j : list[k].side_i, b);
                    couple(S, n, k, e == f ? 1 : -1, a, b);
                    if (2 * (n - k) + 1 > band) band = 2 * (n - k) + 1;
                }
        }
    }
    solve(2 * pins, band, S, lambda);
}

/* y: x, y, angle of every rod, then their rates. */
static void rod_rate(const quad y[], quad dy[])
{
    quad lambda[2 * MOST_PINS], a[2], *now = dy + 3 * rods;
    pin list[MOST_PINS];
    list_pins(list);
    reactions(y, lambda);
    memcpy(dy, y + 3 * rods, 3 * (size_t)rods * sizeof *y);
    for (int j = 0; j < rods; j++) now[3 * j] = now[3 * j + 2] = 0, now[3 * j + 1] = -gravity;
    for (int n = 0; n < pins; n++) {
        const int rod[2] = {list[n].i, list[n].j}, side[2] = {list[n].side_i, list[n].side_j};
        for (int e = 0; e < 2; e++) {
            if (!rod[e]) continue;
            quad F[2] = {lambda[2 * n], lambda[2 * n + 1]}, *at = now + 3 * (rod[e] - 1);
            if (e) F[0] = -F[0], F[1] = -F[1];
            arm(y, rod[e], side[e], a);
            at[0] += F[0] / m;
            at[1] += F[1] / m;
            at[2] += cross(a, F) / (m * l * l / 12);
        }
    }
}

/* steps: extrapolation steps in a row; from the start of A, whose angles it takes. */
static void all_rods(int rows, int steps, quad *run)
{
    quad y[6 * MOST_RODS] = {0}, start[MOST_WIDTH];
    angles(1, 1, start);
    for (int j = 0; j < rods; j++) {
        y[3 * j] = start[2 * j];
        y[3 * j + 1] = start[2 * j + 1];
        y[3 * j + 2] = start[column(1) + j];
    }
    for (int n = 0; n < rows; n++) {
        quad *row = run + n * column(5);
        for (int half = 0; half < 2; half++)
            for (int j = 0; j < rods; j++) {
                const quad *from = y + 3 * rods * half + 3 * j;
                row[column(2 * half) + 2 * j] = from[0];
                row[column(2 * half) + 2 * j + 1] = from[1];
                row[column(2 * half + 1) + j] = from[2];
            }
        reactions(y, row + column(4));
        if (n + 1 < rows) next_row(6 * rods, rod_rate, steps, y);
    }
}

/* ---- the file ---- */

static void print_row(const quad row[])
{
    for (int j = 0; j < rods; j++)
        print_planar(row + 2 * j, row[column(1) + j], row + column(2) + 2 * j, row[column(3) + j]);
    print_numbers(row + column(4), 2 * pins);
}

/* The names of bodies and rows, as the problem has them. */
static void list_names(char bodies[], char rows[])
{
    pin list[MOST_PINS];
    list_pins(list);
    for (int j = 1; j <= rods; j++) bodies += sprintf(bodies, "%srod%d", j > 1 ? " " : "", j);
    for (int n = 0; n < pins; n++)
        for (int i = 0; i < 2; i++)
            rows +=
                sprintf(rows, "%s%s%d.%c", n || i ? " " : "", list[n].side_j < 0 ? "tail" : "heads",
                        list[n].side_j < 0 ? list[n].j : list[n].i, "xy"[i]);
}

static const variant files[] = {
    {"", NULL},   {"down", "rungs=down"},       {"1", "N=1"}, {"1 down", "N=1 rungs=down"},
    {"2", "N=2"}, {"2 down", "N=2 rungs=down"}, {NULL, NULL}};

int main(int argc, char *argv[])
{
    static char bodies[8 * MOST_RODS], names[16 * MOST_PINS * 2], note[128];
    int file = variant_wanted(files, &argc, &argv);
    squares = file < 2 ? 5 : file / 2, rods = 3 * squares + 1, pins = 4 * squares + 1;
    up = file % 2 ? -1 : 1;
    list_names(bodies, names);
    int which = 0;
    quad flat = first_flat(&which);
    snprintf(note, sizeof note,
             "flattened: square %d first, at t = %.12f s; the motion is not unique beyond", which,
             (double)flat);
    const reference ref = {
        .problem = "ladder",
        .which = &files[file],
        .program = "reference/ladder.c",
        .method = {"printed: angles on the branch of parallelograms, extrapolation (GBS) of order "
                   "24, H = 0.0125 s, quadruple precision; checked by H = 0.025 s",
                   "and by Newton's and Euler's equations of all rods, the reactions from the "
                   "connections differentiated twice, H = 0.025 s"},
        .bodies = bodies,
        .multipliers = names,
        .units = "N",
        .rows =
            flat * ROWS_PER_SECOND < LADDER_ROWS ? 1 + (int)(flat * ROWS_PER_SECOND) : LADDER_ROWS,
        .width = column(5),
        .kinds = {{"r", 0, column(1)},
                  {"angle", column(1), rods},
                  {"v", column(2), 2 * rods},
                  {"omega", column(3), rods},
                  {"lambda", column(4), 2 * pins}},
        .runs = {{"angles 0.025 s", angles, GBS_STEPS},
                 {"angles 0.0125 s", angles, 2 * GBS_STEPS},
                 {"rods 0.025 s", all_rods, GBS_STEPS}},
        .least_digits = 20,
        .note = note,
        .printed = 1,
        .print = print_row,
    };
    return make_file(&ref, argc, argv);
}
