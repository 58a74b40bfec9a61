/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder.h: reference solutions of the problem ladder with N squares (Lacoursiere,
 * section 6): rods of mass m and length l, moment m l^2 / 12, in the plane, gravity along -y, at
 * rest with the rungs up and the rails along x.  The multipliers are those of the rows x_j - x_i =
 * 0 of the connections, m r'' = m g - lambda at the end of rod j.  Two derivations:
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
 * singular, and gives its time: the first zero of sin(a_k - a_0). */
#ifndef HOL_REFERENCE_LADDER_H
#define HOL_REFERENCE_LADDER_H

#include "extrapolation.h"
#include "quad.h"

enum {
    MOST_SQUARES = 5,
    MOST_RODS = 3 * MOST_SQUARES + 1,
    MOST_PINS = 4 * MOST_SQUARES + 1,
    MOST_WIDTH = 6 * MOST_RODS + 2 * MOST_PINS,
    LADDER_ROWS = 8, /* t <= 0.7 s, before a square is flat */
    GBS_STEPS = 2    /* coarse extrapolation steps in a row: H = 0.05 s */
};

static const quad m = 10, l = 1, gravity = (quad)981 / 100;

static int squares, rods, pins; /* N, 3N + 1, 4N + 1 */

/* A row of a run: r (2 each rod), angle (1), v (2), rate (1), lambda (2 each pin). */
static int column(int part)
{
    const int size[] = {2 * rods, rods, 2 * rods, rods, 2 * pins};
    int at = 0;
    for (int i = 0; i < part; i++) at += size[i];
    return at;
}

/* ---- the ladder ---- */

typedef struct { /* end of rod i at end of rod j: sides 1 head, -1 tail; rod 0 is the origin */
    int i, side_i, j, side_j;
} pin;

/* In the order of the rows of the problem: a rod's tail, then the heads that meet. */
static void list_pins(pin list[])
{
    int n = 0;
    for (int j = 1; j <= rods; j++) {
        list[n++] = (pin){j <= 2 ? 0 : j % 3 == 2 ? j - 3 : j - 2, 1, j, -1};
        if (j > 1 && j % 3 == 1) list[n++] = (pin){j - 1, 1, j, 1};
    }
}

/* The angle of rod j: 0 of a rung, k of a rail of square k. */
static int angle_of(int j)
{
    return j % 3 == 1 ? 0 : (j + 1) / 3;
}

/* ---- A: angles ---- */

/* c: the centre of rod j is sum_i c_i e(a_i). */
static void centre(int j, quad c[])
{
    int own = angle_of(j);
    for (int i = 0; i <= squares; i++) c[i] = 0;
    if (own == 0) {
        c[0] = l / 2;
        for (int i = 1; i <= j / 3; i++) c[i] = l;
        return;
    }
    if (j % 3 == 0) c[0] = l;
    for (int i = 1; i < own; i++) c[i] = l;
    c[own] = l / 2;
}

/* x = S^-1 b by Cholesky's factors; S (n x n, positive definite, half-bandwidth `band`) and b are
 * used up. */
static void solve(int n, int band, quad *S, quad b[])
{
    for (int i = 0; i < n; i++) {
        int first = i > band ? i - band : 0;
        for (int j = first; j <= i; j++) {
            quad sum = S[i * n + j];
            for (int k = first; k < j; k++) sum -= S[i * n + k] * S[j * n + k];
            S[i * n + j] = i == j ? sqrtq(sum) : sum / S[j * n + j];
        }
        for (int k = first; k < i; k++) b[i] -= S[i * n + k] * b[k];
        b[i] /= S[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        b[i] /= S[i * n + i];
        for (int k = i > band ? i - band : 0; k < i; k++) b[k] -= S[i * n + k] * b[i];
    }
}

/* y = (a, a'), dy = (a', a''). */
static void angle_rate(const quad y[], quad dy[])
{
    int n = squares + 1;
    quad A[(MOST_SQUARES + 1) * (MOST_SQUARES + 1)] = {0}, c[MOST_SQUARES + 1];
    const quad *a = y, *rate = y + n;
    quad *turn = dy + n;
    for (int i = 0; i < n; i++) dy[i] = rate[i], turn[i] = 0;
    for (int j = 1; j <= rods; j++) {
        centre(j, c);
        for (int i = 0; i < n; i++) {
            turn[i] -= m * gravity * c[i] * cosq(a[i]);
            for (int k = 0; k < n; k++) A[i * n + k] += m * c[i] * c[k];
        }
        A[angle_of(j) * (n + 1)] += m * l * l / 12;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            turn[i] -= A[i * n + k] * sinq(a[i] - a[k]) * rate[k] * rate[k];
            A[i * n + k] *= cosq(a[i] - a[k]);
        }
    solve(n, n, A, turn);
}

/* Positions and velocities of all rods into a row, accelerations (x, y, angle each) into acc. */
static void place(const quad y[], const quad dy[], quad row[], quad acc[])
{
    int n = squares + 1;
    const quad *rate = y + n, *turn = dy + n;
    for (int j = 1; j <= rods; j++) {
        quad c[MOST_SQUARES + 1], *r = row + 2 * (j - 1), *v = row + column(2) + 2 * (j - 1);
        quad *now = acc + 3 * (j - 1);
        r[0] = r[1] = v[0] = v[1] = now[0] = now[1] = 0;
        centre(j, c);
        for (int i = 0; i < n; i++) {
            quad e[2] = {cosq(y[i]), sinq(y[i])}, across[2] = {-e[1], e[0]};
            if (y[i] == acosq(0)) e[0] = across[1] = 0; /* a rung that stands */
            for (int k = 0; k < 2; k++) {
                r[k] += c[i] * e[k];
                v[k] += c[i] * rate[i] * across[k];
                now[k] += c[i] * (turn[i] * across[k] - rate[i] * rate[i] * e[k]);
            }
        }
        row[column(1) + j - 1] = y[angle_of(j)];
        row[column(3) + j - 1] = rate[angle_of(j)];
        now[2] = turn[angle_of(j)];
    }
}

static quad cross(const quad a[2], const quad b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

/* Forces on the ends of rod j from the angles and accelerations, square by square from the free
 * end. Of square k: F on the head of its rung from the upper rail, whose head has -F.  The moments
 * of both about their centres, h = l/2, Q = m (r'' - g): h e(a_0) x
 * (2 F + P - Q_rung) = J a_0'',   h e(a_k) x (-2 F - Q_rail) = J a_k'', P the force on the rung's
 * head from the next square.  Then every tail by the balance of forces. */
static void balance(const quad y[], const quad acc[], quad tail[][2], quad heads[][2])
{
    quad J = m * l * l / 12, h = l / 2;
    quad on_head[MOST_RODS + 1][2] = {{0}}; /* from later squares */
    for (int k = squares; k >= 0; k--) {
        int rung = 3 * k + 1, upper = 3 * k, lower = 3 * k - 1;
        quad Q[MOST_RODS + 1][2], F[2] = {0, 0};
        for (int j = k ? lower : rung; j <= rung; j++)
            for (int i = 0; i < 2; i++)
                Q[j][i] = m * (acc[3 * (j - 1) + i] + (i == 1 ? gravity : 0));
        if (k) {
            quad e0[2] = {cosq(y[0]), sinq(y[0])}, ek[2] = {cosq(y[k]), sinq(y[k])}, P[2];
            for (int i = 0; i < 2; i++) P[i] = 2 * on_head[rung][i] - Q[rung][i];
            /* e0 x F = s, ek x F = t */
            quad s = (J * acc[3 * (rung - 1) + 2] / h - cross(e0, P)) / 2;
            quad t = -(J * acc[3 * (upper - 1) + 2] / h + cross(ek, Q[upper])) / 2;
            for (int i = 0; i < 2; i++) F[i] = (t * e0[i] - s * ek[i]) / cross(ek, e0);
        }
        for (int i = 0; i < 2; i++) {
            tail[rung][i] = Q[rung][i] - F[i] - on_head[rung][i];
            if (!k) continue;
            heads[upper][i] = F[i];
            tail[upper][i] = Q[upper][i] + F[i];
            on_head[rung - 3][i] -= tail[upper][i];
            on_head[lower][i] -= tail[rung][i];
            tail[lower][i] = Q[lower][i] - on_head[lower][i];
            if (k > 1) on_head[lower - 3][i] -= tail[lower][i];
        }
    }
}

static void angle_row(const quad y[], quad row[])
{
    quad dy[2 * (MOST_SQUARES + 1)], acc[3 * MOST_RODS];
    quad tail[MOST_RODS + 1][2], heads[MOST_RODS + 1][2];
    pin list[MOST_PINS];
    list_pins(list);
    angle_rate(y, dy);
    place(y, dy, row, acc);
    balance(y, acc, tail, heads);
    for (int n = 0; n < pins; n++)
        for (int i = 0; i < 2; i++)
            row[column(4) + 2 * n + i] =
                list[n].side_j < 0 ? -tail[list[n].j][i] : -heads[list[n].i][i];
}

/* steps: extrapolation steps in a row. */
static void angles(int rows, int steps, quad *run)
{
    quad y[2 * (MOST_SQUARES + 1)] = {acosq(0)};
    for (int n = 0; n < rows; n++) {
        angle_row(y, run + n * column(5));
        for (int i = 0; i < steps; i++)
            extrapolation_step(2 * (squares + 1), angle_rate, (quad)1 / (ROWS_PER_SECOND * steps),
                               y);
    }
}

/* The time at which a square is flat first, and which one; Newton on the length of the last step.
 */
static quad first_flat(int *which)
{
    int n = squares + 1, size = 2 * n;
    quad y[2 * (MOST_SQUARES + 1)] = {acosq(0)}, z[2 * (MOST_SQUARES + 1)];
    quad H = (quad)1 / (GBS_STEPS * ROWS_PER_SECOND);
    for (int step = 0;; step++) {
        memcpy(z, y, sizeof z);
        extrapolation_step(size, angle_rate, H, z);
        quad least = H;
        for (int k = 1; k < n; k++) {
            if (sinq(y[k] - y[0]) * sinq(z[k] - z[0]) > 0) continue;
            quad tau = H / 2;
            for (int i = 0; i < 8; i++) {
                memcpy(z, y, sizeof z);
                extrapolation_step(size, angle_rate, tau, z);
                tau -= tanq(z[k] - z[0]) / (z[n + k] - z[n]);
            }
            if (tau < least) least = tau, *which = k;
        }
        if (least < H) return step * H + least;
        extrapolation_step(size, angle_rate, H, y);
    }
}

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
static void all_rods(int rows, int steps, const quad start[], quad *run)
{
    quad y[6 * MOST_RODS] = {0};
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
        for (int i = 0; i < steps && n + 1 < rows; i++)
            extrapolation_step(6 * rods, rod_rate, (quad)1 / (ROWS_PER_SECOND * steps), y);
    }
}

/* ---- the file ---- */

static void print_row(const quad row[])
{
    const quad zero = 0;
    for (int j = 0; j < rods; j++) {
        quad phi = row[column(1) + j];
        quad p[4] = {cosq(phi / 2), 0, 0, sinq(phi / 2)};
        print_numbers(row + 2 * j, 2);
        print_numbers(&zero, 1);
        print_numbers(p, 4);
        print_numbers(row + column(2) + 2 * j, 2);
        for (int i = 0; i < 3; i++) print_numbers(&zero, 1);
        print_numbers(row + column(3) + j, 1);
    }
    print_numbers(row + column(4), 2 * pins);
    printf("\n");
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

/* The whole program with N squares; parameters NULL: the default ones. */
static int make_ladder(int N, const char *program, const char *parameters, int argc, char *argv[])
{
    static quad angle[2][LADDER_ROWS * MOST_WIDTH], all[LADDER_ROWS * MOST_WIDTH];
    static char bodies[8 * MOST_RODS], names[16 * MOST_PINS * 2];
    squares = N, rods = 3 * N + 1, pins = 4 * N + 1;
    list_names(bodies, names);
    const reference ref = {
        .problem = "ladder",
        .parameters = parameters,
        .program = program,
        .method = {"printed: angles on the branch of parallelograms, extrapolation (GBS) of order "
                   "24, H = 0.025 s, quadruple precision; checked by H = 0.05 s",
                   "and by Newton's and Euler's equations of all rods, the reactions from the "
                   "connections differentiated twice, H = 0.05 s"},
        .bodies = bodies,
        .multipliers = names,
        .units = "N",
        .rows = LADDER_ROWS,
        .width = column(5),
        .nkinds = 5,
        .nruns = 3,
        .kinds = {{"r", 0, column(1)},
                  {"angle", column(1), rods},
                  {"v", column(2), 2 * rods},
                  {"omega", column(3), rods},
                  {"lambda", column(4), 2 * pins}},
        .runs = {"angles 0.05 s", "angles 0.025 s", "rods 0.05 s"},
        .least_digits = 20,
    };
    int rows = rows_wanted(&ref, argc, argv), which = 0;
    angles(rows, GBS_STEPS, angle[0]);
    angles(rows, 2 * GBS_STEPS, angle[1]);
    all_rods(rows, GBS_STEPS, angle[1], all);
    quad *const runs[] = {angle[0], angle[1], all};
    print_header(&ref, trusted_digits(&ref, runs, rows));
    double flat = (double)first_flat(&which);
    printf("# flattened: square %d first, at t = %.12f s; the motion is not unique beyond\n", which,
           flat);
    for (int n = 0; n < rows; n++) {
        print_time(n);
        print_row(angle[1] + n * column(5));
    }
    return EXIT_SUCCESS;
}

#endif
