/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/newton_euler.h: rigid bodies apart, in quadruple precision: the equations of Newton and
 * Euler, the reactions found from the rows of the joints differentiated twice.
 *
 * The state of n bodies: r (3 each, in space), p (4), v (3), Om (3, body axes), one kind after the
 * other; accelerations: v' of all, then Om'.  Multipliers are those of M v' = f - G^T lambda. */
#pragma once

#include "quad.h"
#include "rotation.h"
#include "solve.h"

enum { MOST_BODIES = 4, MOST_JOINT_ROWS = 21, BODY_SPEEDS = 6 * MOST_BODIES, GROUND = -1 };

/* x = w r + R rho: a point of a body (w = 1) or a direction (w = 0); of the ground r = 0, R = 1. */
typedef struct {
    int body, w;
    quad rho[3];
} place;

typedef struct { /* <a, head - tail> */
    place a, head, tail;
} joint_row;

typedef struct {
    int bodies, rows;
    quad m[MOST_BODIES], J[MOST_BODIES][3], torque[MOST_BODIES][3]; /* body axes */
    quad g[3], force[MOST_BODIES][3]; /* on the mass centre besides the weight, in space */
    joint_row row[MOST_JOINT_ROWS];
} rigid_bodies;

/* ---- joints: the basic constraints of Tuomela, Arponen, Normi, (5.6) to (5.8) ---- */

static inline place point(int body, quad x, quad y, quad z)
{
    return (place){body, 1, {x, y, z}};
}

static inline place direction(int body, quad x, quad y, quad z)
{
    return (place){body, 0, {x, y, z}};
}

/* <a, x_j - x_i> */
static inline void add_in_plane(rigid_bodies *B, place a, place i, place j)
{
    B->row[B->rows++] = (joint_row){a, j, i};
}

/* <a, b> */
static inline void add_orthogonal(rigid_bodies *B, place a, place b)
{
    add_in_plane(B, a, direction(GROUND, 0, 0, 0), b);
}

static inline void add_coincident(rigid_bodies *B, place i, place j)
{
    for (int k = 0; k < 3; k++) add_in_plane(B, direction(GROUND, k == 0, k == 1, k == 2), i, j);
}

/* ---- one place ---- */

typedef struct {
    quad R[3][3], x[3], x1[3], x2[3]; /* in space; x2 at v' = Om' = 0 */
} placed;

static inline placed find_place(const rigid_bodies *B, const quad y[], const place *q)
{
    static const quad none[3];
    placed p = {.R = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    int b = q->body;
    const quad *Om = b < 0 ? none : y + column_om(B->bodies) + 3 * b;
    quad c[3];
    if (b >= 0) rotation_matrix(y + column_p(B->bodies) + 4 * b, p.R);
    rotate3(p.R, q->rho, p.x);
    cross3(Om, q->rho, c);
    rotate3(p.R, c, p.x1);
    cross3(Om, c, p.x2);
    memcpy(c, p.x2, sizeof c);
    rotate3(p.R, c, p.x2);
    for (int k = 0; k < 3 && b >= 0; k++) {
        p.x[k] += q->w * y[3 * b + k];
        p.x1[k] += q->w * y[column_v(B->bodies) + 3 * b + k];
    }
    return p;
}

/* G += sign d<g, x>, along v: w g, along Om: rho x R^T g. */
static inline void add_pull(const rigid_bodies *B, const place *q, placed *p, const quad g[3],
                            int sign, quad G[])
{
    quad h[3], c[3];
    if (q->body < 0) return;
    rotate_back3(p->R, g, h);
    cross3(q->rho, h, c);
    for (int k = 0; k < 3; k++) {
        G[3 * q->body + k] += sign * q->w * g[k];
        G[3 * (B->bodies + q->body) + k] += sign * c[k];
    }
}

/* A row of G, and its derivative along the motion times the motion: G a = -curvature. */
static inline void make_row(const rigid_bodies *B, const quad y[], const joint_row *row, quad G[],
                            quad *curvature)
{
    placed a = find_place(B, y, &row->a), i = find_place(B, y, &row->tail);
    placed j = find_place(B, y, &row->head);
    quad d[3], d1[3], d2[3];
    for (int k = 0; k < 3; k++) {
        d[k] = j.x[k] - i.x[k];
        d1[k] = j.x1[k] - i.x1[k];
        d2[k] = j.x2[k] - i.x2[k];
    }
    memset(G, 0, 6 * (size_t)B->bodies * sizeof *G);
    add_pull(B, &row->a, &a, d, 1, G);
    add_pull(B, &row->head, &j, a.x, 1, G);
    add_pull(B, &row->tail, &i, a.x, -1, G);
    *curvature = dot3(a.x2, d) + 2 * dot3(a.x1, d1) + dot3(a.x, d2);
}

/* ---- the equations ---- */

/* Accelerations without joints: g + force / m, and J^-1 (J Om x Om + torque); mass: m and J. */
static inline void free_motion(const rigid_bodies *B, const quad y[], quad mass[], quad a[])
{
    for (int b = 0; b < B->bodies; b++) {
        const quad *Om = y + column_om(B->bodies) + 3 * b;
        quad L[3], c[3];
        for (int k = 0; k < 3; k++) L[k] = B->J[b][k] * Om[k];
        cross3(L, Om, c);
        for (int k = 0; k < 3; k++) {
            mass[3 * b + k] = B->m[b];
            mass[3 * (B->bodies + b) + k] = B->J[b][k];
            a[3 * b + k] = B->g[k] + B->force[b][k] / B->m[b];
            a[3 * (B->bodies + b) + k] = (c[k] + B->torque[b][k]) / B->J[b][k];
        }
    }
}

/* n rows G a = -lambda: a, the accelerations without them, becomes those with them, and lambda
 * their multipliers. */
static inline void settle(const rigid_bodies *B, int n, quad G[][BODY_SPEEDS], const quad mass[],
                          quad a[], quad lambda[])
{
    quad S[MOST_JOINT_ROWS * MOST_JOINT_ROWS];
    int nv = 6 * B->bodies;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < nv; j++) lambda[i] += G[i][j] * a[j];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            S[i * n + k] = 0;
            for (int j = 0; j < nv; j++) S[i * n + k] += G[i][j] * G[k][j] / mass[j];
        }
    solve_definite(n, S, lambda);
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < n; i++) a[j] -= G[i][j] * lambda[i] / mass[j];
}

/* Accelerations and multipliers. */
static inline void reactions(const rigid_bodies *B, const quad y[], quad a[], quad lambda[])
{
    quad G[MOST_JOINT_ROWS][BODY_SPEEDS], mass[BODY_SPEEDS];
    free_motion(B, y, mass, a);
    for (int i = 0; i < B->rows; i++) make_row(B, y, &B->row[i], G[i], &lambda[i]);
    settle(B, B->rows, G, mass, a, lambda);
}

/* y' without the multipliers. */
static inline void bodies_rate(const rigid_bodies *B, const quad y[], quad dy[])
{
    int n = B->bodies;
    quad lambda[MOST_JOINT_ROWS];
    memcpy(dy, y + column_v(n), 3 * (size_t)n * sizeof *y);
    for (int b = 0; b < n; b++)
        quaternion_rate(y + column_p(n) + 4 * b, y + column_om(n) + 3 * b,
                        dy + column_p(n) + 4 * b);
    reactions(B, y, dy + column_v(n), lambda);
}
