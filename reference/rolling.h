/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reference/rolling.h: a rigid body whose ellipsoid rolls without slip on the plane <n, x> = 0, in
 * quadruple precision.
 *
 * In body axes gamma = R^T n, and from the mass centre to the point in contact
 * rho = c - a^2 gamma / |a gamma| with c the centre of the ellipsoid, a its semi-axes along the
 * unit vectors u_i; the material point rests, v = -R (Om x rho), and <n, r> = -<gamma, rho>.
 *
 * By the balance about the mass centre, the reaction from m (v' - g):
 *     J Om' + Om x J Om = rho x f,   f = m (g0 gamma - Om' x rho - Om x rho' - Om x (Om x rho))
 * By the one about the point in contact, K = J Om + m rho x (Om x rho), in which there is none:
 *     K' = K x Om + m rho' x (Om x rho) + m g0 rho x gamma,   gamma' = gamma x Om
 * (Borisov, Mamaev, Rolling of a rigid body on plane and sphere, 2002).
 *
 * The multipliers are those of rows that are h / l times the velocity of the material point in
 * contact, h the height of the centre over the plane, l the largest semi-axis, along n and along
 * t_a = y, t_b = -x of the plane n = z:  f = -(h / l) (lambda n + alpha_a t_a + alpha_b t_b). */
#pragma once

#include "quad.h"
#include "rotation.h"
#include "solve.h"

typedef struct {
    quad m, J[3], g0;   /* kg, kg m^2 about the mass centre, m/s^2 */
    quad a[3], u[3][3]; /* semi-axes [m] and their directions, body axes */
    quad c[3], n[3];    /* centre, body axes; normal, space */
} rolling_body;

/* rho, and its rate where gamma' = gamma x Om. */
static inline void contact_point(const rolling_body *B, const quad gamma[3], const quad Om[3],
                                 quad rho[3], quad rate[3])
{
    quad turn[3], s2 = 0, ss = 0;
    cross3(gamma, Om, turn);
    for (int i = 0; i < 3; i++) {
        quad g = B->a[i] * dot3(B->u[i], gamma);
        s2 += g * g;
        ss += g * B->a[i] * dot3(B->u[i], turn);
    }
    quad s = sqrtq(s2);
    for (int k = 0; k < 3; k++) rho[k] = B->c[k], rate[k] = 0;
    for (int i = 0; i < 3; i++) {
        quad a2 = B->a[i] * B->a[i], g = dot3(B->u[i], gamma), g1 = dot3(B->u[i], turn);
        for (int k = 0; k < 3; k++) {
            rho[k] -= a2 * g / s * B->u[i][k];
            rate[k] -= a2 * (g1 / s - g * ss / (s * s2)) * B->u[i][k];
        }
    }
}

/* J + m (|rho|^2 - rho rho^T) */
static inline void inertia_at(const rolling_body *B, const quad rho[3], quad S[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            S[3 * i + j] = (i == j ? B->J[i] + B->m * dot3(rho, rho) : 0) - B->m * rho[i] * rho[j];
}

/* Om' by the balance about the mass centre. */
static inline void turn_by_centre(const rolling_body *B, const quad gamma[3], const quad Om[3],
                                  quad dOm[3])
{
    quad rho[3], rate[3], S[9], x[3], y[3], f[3], JOm[3];
    contact_point(B, gamma, Om, rho, rate);
    for (int k = 0; k < 3; k++) JOm[k] = B->J[k] * Om[k];
    cross3(Om, rho, x);
    cross3(Om, x, y);
    cross3(Om, rate, x);
    for (int k = 0; k < 3; k++) f[k] = B->m * (B->g0 * gamma[k] - x[k] - y[k]);
    cross3(rho, f, dOm);
    cross3(Om, JOm, x);
    for (int k = 0; k < 3; k++) dOm[k] -= x[k];
    inertia_at(B, rho, S);
    solve_definite(3, S, dOm);
}

/* Om of K. */
static inline void spin_of(const rolling_body *B, const quad rho[3], const quad K[3], quad Om[3])
{
    quad S[9];
    inertia_at(B, rho, S);
    memcpy(Om, K, 3 * sizeof *K);
    solve_definite(3, S, Om);
}

/* K' by the balance about the point in contact. */
static inline void turn_by_contact(const rolling_body *B, const quad gamma[3], const quad K[3],
                                   const quad Om[3], quad dK[3])
{
    quad rho[3], rate[3], x[3], y[3], z[3];
    contact_point(B, gamma, Om, rho, rate);
    cross3(K, Om, dK);
    cross3(Om, rho, x);
    cross3(rate, x, y);
    cross3(rho, gamma, z);
    for (int k = 0; k < 3; k++) dK[k] += B->m * (y[k] + B->g0 * z[k]);
}

enum { ROLL_R, ROLL_P = 3, ROLL_V = 7, ROLL_W = 10, ROLL_L = 13, ROLL_WIDTH = 16 }; /* of a row */

/* The multipliers of the reaction f in space on a plane n = z. */
static inline void roll_multipliers(const rolling_body *B, const quad p[4], const quad f[3],
                                    quad lambda[3])
{
    quad R[3][3], gamma[3], h2 = 0, l = fmaxq(B->a[0], fmaxq(B->a[1], B->a[2]));
    rotation_matrix(p, R);
    rotate_back3(R, B->n, gamma);
    for (int i = 0; i < 3; i++) {
        quad g = B->a[i] * dot3(B->u[i], gamma);
        h2 += g * g;
    }
    quad by = -l / sqrtq(h2);
    memcpy(lambda, (quad[3]){by * f[2], by * f[1], -by * f[0]}, 3 * sizeof *f);
}

/* The same where the body turns with Om and Om'. */
static inline void roll_reaction(const rolling_body *B, const quad p[4], const quad Om[3],
                                 const quad dOm[3], quad lambda[3])
{
    quad R[3][3], gamma[3], rho[3], rate[3], x[3], y[3], z[3], w[3], body[3], f[3];
    rotation_matrix(p, R);
    rotate_back3(R, B->n, gamma);
    contact_point(B, gamma, Om, rho, rate);
    cross3(Om, rho, x);
    cross3(Om, x, y);
    cross3(Om, rate, z);
    cross3(dOm, rho, w);
    for (int k = 0; k < 3; k++) body[k] = B->m * (B->g0 * gamma[k] - w[k] - z[k] - y[k]);
    rotate3(R, body, f);
    roll_multipliers(B, p, f, lambda);
}

/* Om' of K' = S Om' + S' Om, S' = m (2 <rho, rho'> - rho' rho^T - rho rho'^T). */
static inline void spin_rate(const rolling_body *B, const quad gamma[3], const quad Om[3],
                             const quad dK[3], quad dOm[3])
{
    quad rho[3], rate[3], S[9];
    contact_point(B, gamma, Om, rho, rate);
    inertia_at(B, rho, S);
    for (int k = 0; k < 3; k++)
        dOm[k] = dK[k] - B->m * (2 * dot3(rho, rate) * Om[k] - rate[k] * dot3(rho, Om) -
                                 rho[k] * dot3(rate, Om));
    solve_definite(3, S, dOm);
}

/* The rate of (r, p): v = -R (Om x rho); v where it is not NULL. */
static inline void roll_on(const rolling_body *B, const quad y[], const quad Om[3], quad dy[])
{
    quad R[3][3], gamma[3], rho[3], rate[3], x[3];
    rotation_matrix(y + ROLL_P, R);
    rotate_back3(R, B->n, gamma);
    contact_point(B, gamma, Om, rho, rate);
    cross3(rho, Om, x);
    rotate3(R, x, dy);
    quaternion_rate(y + ROLL_P, Om, dy + ROLL_P);
}

/* gamma, and what touches, at p. */
static inline void roll_place(const rolling_body *B, const quad p[4], quad gamma[3], quad rho[3])
{
    static const quad rest[3];
    quad R[3][3], rate[3];
    rotation_matrix(p, R);
    rotate_back3(R, B->n, gamma);
    contact_point(B, gamma, rest, rho, rate);
}

/* The row of (r, p) and Om: its p of norm 1, its height from p. */
static inline void roll_row(const rolling_body *B, const quad y[], const quad Om[3], quad row[])
{
    quad dy[7], gamma[3], rho[3], z[7], norm = sqrtq(y[3] * y[3] + dot3(y + 4, y + 4));
    memcpy(z, y, sizeof z);
    for (int k = 0; k < 4; k++) z[ROLL_P + k] /= norm;
    roll_place(B, z + ROLL_P, gamma, rho);
    quad rise = -dot3(gamma, rho) - dot3(B->n, z);
    for (int k = 0; k < 3; k++) z[k] += rise * B->n[k];
    roll_on(B, z, Om, dy);
    memcpy(row, z, sizeof z);
    memcpy(row + ROLL_V, dy, 3 * sizeof *dy);
    memcpy(row + ROLL_W, Om, 3 * sizeof *Om);
}

/* ---- Newton's and Euler's equations in the body's axes: unknowns r, p, Om ---- */

enum { ROLL_TURN = 7, ROLL_UNKNOWNS = 10 };
static const rolling_body *rolling;

static void centre_rate(const quad y[], quad dy[])
{
    quad gamma[3], rho[3];
    roll_place(rolling, y + ROLL_P, gamma, rho);
    roll_on(rolling, y, y + ROLL_TURN, dy);
    turn_by_centre(rolling, gamma, y + ROLL_TURN, dy + ROLL_TURN);
}

static void centre_row(const quad y[], quad row[])
{
    quad dy[ROLL_UNKNOWNS];
    roll_row(rolling, y, y + ROLL_TURN, row);
    centre_rate(y, dy);
    roll_reaction(rolling, y + ROLL_P, y + ROLL_TURN, dy + ROLL_TURN, row + ROLL_L);
}
