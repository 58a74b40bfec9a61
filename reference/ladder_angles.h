/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/ladder_angles.h: the ladder, and derivation A of ladder.h: the angles of its
 * parallelograms, the multipliers from the balance of each rod, and the first flattened square. */
#pragma once

#include "extrapolation.h"
#include "quad.h"

enum {
    MOST_SQUARES = 5,
    MOST_RODS = 3 * MOST_SQUARES + 1,
    MOST_PINS = 4 * MOST_SQUARES + 1,
    MOST_WIDTH = 6 * MOST_RODS + 2 * MOST_PINS,
    LADDER_ROWS = 8, /* at most: t <= 0.7 s, and before a square is flat */
    GBS_STEPS = 4    /* coarse extrapolation steps in a row: H = 0.025 s */
};

static const quad m = 10, l = 1, gravity = (quad)981 / 100;

static int squares, rods, pins; /* N, 3N + 1, 4N + 1 */
static int up;                  /* rungs at the start: 1 up, -1 down */

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
            if (y[i] == up * acosq(0)) e[0] = across[1] = 0; /* a rung that stands or hangs */
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
    quad y[2 * (MOST_SQUARES + 1)] = {up * acosq(0)};
    extrapolated_rows(2 * (squares + 1), angle_rate, angle_row, column(5), rows, steps, y, run);
}

/* The time at which a square is flat first, and which one; Newton on the length of the last step.
 */
static quad first_flat(int *which)
{
    int n = squares + 1, size = 2 * n;
    quad y[2 * (MOST_SQUARES + 1)] = {up * acosq(0)}, z[2 * (MOST_SQUARES + 1)];
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
