/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rigid body as the floor programs on R^3 x SO(3) move it, and the top of paper 002, section 7.1,
 * that two of them step: epsilon = 0.4, for from 1e-12 it stands still. */
#pragma once

#include <math.h>
#include <string.h>

#include "holonomy/model.h"
#include "holonomy/so3.h"
#include "numerics/inlined.h"

typedef struct {
    double r[3], R[9], v[3], w[3]; /* centre, body to space, their velocities: w in the body */
} rigid;

/* R <- R exp(u), by the quaternion (c, s u) of exp(u). */
static inline void turn(double R[9], const double u[3])
{
    double t = sqrt(hol_dot3(u, u)), c = cos(0.5 * t), s = t > 0 ? sin(0.5 * t) / t : 0.5;
    double x = s * u[0], y = s * u[1], z = s * u[2];
    double E[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - c * z),     2 * (x * z + c * y),
        2 * (x * y + c * z),     1 - 2 * (x * x + z * z), 2 * (y * z - c * x),
        2 * (x * z - c * y),     2 * (y * z + c * x),     1 - 2 * (x * x + y * y),
    };
    for (int i = 0; i < 9; i += 3) {
        double a = R[i], b = R[i + 1], d = R[i + 2];
        for (int k = 0; k < 3; k++) R[i + k] = a * E[k] + b * E[3 + k] + d * E[6 + k];
    }
}

static inline void pose_of(const rigid *z, hol_pose *at)
{
    double R[9];
    hol_polar(z->R, R);
    hol_matrix_to_quaternion(R, at->p);
    memcpy(at->r, z->r, sizeof at->r);
    memcpy(at->v, z->v, sizeof at->v);
    memcpy(at->omega, z->w, sizeof at->omega);
}

/* ---------------------------------------------------------------- the top */

static const double top_m = 30, top_J1 = 90, top_J3 = 30, top_c = 1, top_l = 1, top_g = 9.81;
static const double top_spin = 13.5, top_epsilon = 0.4;

static inline rigid top_start(void)
{
    return (rigid){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .w = {top_epsilon, top_epsilon, top_spin}};
}

/* The bar's direction x / l from the origin to the tip x = r - c R e3, and the arm of a force along
 * it, rho x R^T x / l with rho = -c e3; the third component of the arm is zero. */
static inline void top_bar(const rigid *z, double G[3], double arm[3])
{
    double b[3];
    for (int k = 0; k < 3; k++) G[k] = (z->r[k] - top_c * z->R[3 * k + 2]) / top_l;
    hol_rotate_back(z->R, G, b);
    arm[0] = top_c * b[1], arm[1] = -top_c * b[0], arm[2] = 0;
}

/* a of the centre and w'.  With f, tau the forces but that of the bar, lambda (G.G / m + arm.J^-1
 * arm) = G.f / m + arm.J^-1 tau + the curvature of |x|^2 / 2 l; x' and x'' of the tip. */
HOL_INLINED void top_acceleration(const rigid *z, double a[6])
{
    const double *w = z->w, *R = z->R, k = top_J1 - top_J3;
    double G[3], arm[3], tau[2] = {k * w[1] * w[2], -k * w[0] * w[2]};
    double turned[3] = {-top_c * w[1], top_c * w[0], 0}; /* w x rho */
    double bent[3] = {-top_c * w[0] * w[2], -top_c * w[1] * w[2],
                      top_c * (w[0] * w[0] + w[1] * w[1])};
    double rate[3], curve[3];
    top_bar(z, G, arm);
    hol_rotate(R, turned, rate);
    hol_rotate(R, bent, curve);
    for (int i = 0; i < 3; i++) rate[i] += z->v[i];
    double right = hol_dot3(rate, rate) / top_l + hol_dot3(G, curve) - G[2] * top_g +
                   (arm[0] * tau[0] + arm[1] * tau[1]) / top_J1;
    double lambda = right / (hol_dot3(G, G) / top_m + (arm[0] * arm[0] + arm[1] * arm[1]) / top_J1);
    for (int i = 0; i < 3; i++) a[i] = -lambda * G[i] / top_m;
    a[2] -= top_g;
    a[3] = (tau[0] - lambda * arm[0]) / top_J1;
    a[4] = (tau[1] - lambda * arm[1]) / top_J1;
    a[5] = 0;
}
