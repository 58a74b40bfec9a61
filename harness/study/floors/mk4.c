/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mk4 (methods/munthe_kaas.c) on the free rigid body of paper 003, section 5.1, and on the top of
 * paper 002, section 7.1, written out; the step is one, the accelerations are two. */
#include "harness/study/floors/floor.h"
#include "harness/study/floors/rigid.h"

/* ---------------------------------------------------------------- accelerations: a, then w' */

HOL_INLINED void of_body(const rigid *z, double a[6])
{
    const double J[3] = {1, 2, 3}, *w = z->w;
    a[3] = (J[1] - J[2]) * w[1] * w[2] / J[0];
    a[4] = (J[2] - J[0]) * w[2] * w[0] / J[1];
    a[5] = (J[0] - J[1]) * w[0] * w[1] / J[2];
}

/* ---------------------------------------------------------------- the step */

typedef void acceleration(const rigid *z, double a[6]);

/* dexpinv(u, w) to the second bracket. */
HOL_INLINED void pull_back(const double u[3], const double w[3], double k[3])
{
    double a[3], b[3];
    hol_cross(u, w, a);
    hol_cross(u, a, b);
    for (int i = 0; i < 3; i++) k[i] = w[i] + a[i] / 2 + b[i] / 12;
}

/* z = z0 moved by so much of the rates: c h of one stage, or all by their weights. */
HOL_INLINED void move(const rigid *z0, double h, const double v[3], const double k[3],
                      const double a[6], bool moves, rigid *z)
{
    double u[3];
    *z = *z0;
    for (int i = 0; i < 3; i++) {
        u[i] = h * k[i];
        z->w[i] += h * a[3 + i];
        if (!moves) continue;
        z->r[i] += h * v[i];
        z->v[i] += h * a[i];
    }
    turn(z->R, u);
}

HOL_INLINED void add(double factor, int n, const double x[], double sum[])
{
    for (int i = 0; i < n; i++) sum[i] += factor * x[i];
}

/* a: of z, on entry and on return. */
HOL_INLINED void step(double h, acceleration *f, bool moves, rigid *z, double a[6])
{
    static const double c[4] = {0, 0.5, 0.5, 1}, b[4] = {1 / 6., 2 / 6., 2 / 6., 1 / 6.};
    rigid at = *z, end;
    double k[3], v[3] = {0}, rate[3] = {0}, sum[6] = {0}, stage[6];
    memcpy(k, z->w, sizeof k);
    memcpy(stage, a, sizeof stage);
    for (int i = 0; i < 4; i++) {
        if (i) {
            double u[3] = {c[i] * h * k[0], c[i] * h * k[1], c[i] * h * k[2]};
            double from[3];
            memcpy(from, at.v, sizeof from);
            move(z, c[i] * h, from, k, stage, moves, &at);
            pull_back(u, at.w, k);
            f(&at, stage);
        }
        if (moves) add(b[i], 3, at.v, v);
        add(b[i], 3, k, rate);
        add(b[i], 6, stage, sum);
    }
    move(z, h, v, rate, sum, moves, &end);
    *z = end;
    f(z, a);
}

static void run_body(double h, long steps, hol_pose at[])
{
    rigid z = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .w = {0, 3, 4}};
    double a[6] = {0};
    of_body(&z, a);
    for (long n = 0; n < steps; n++) step(h, of_body, false, &z, a);
    pose_of(&z, at);
}

static void run_top(double h, long steps, hol_pose at[])
{
    rigid z = top_start();
    double a[6];
    top_acceleration(&z, a);
    for (long n = 0; n < steps; n++) step(h, top_acceleration, true, &z, a);
    pose_of(&z, at);
}

const hol_floor hol_floor_mk4_body = {
    .problem = "rigid-body",
    .method = "mk4",
    .what = "mk4 on Euler's equations and R exp(u), written out",
    .step = 0.01,
    .run = run_body,
};

static const char *const nutating[] = {"epsilon=0.4", NULL};

const hol_floor hol_floor_mk4_top = {
    .problem = "top",
    .method = "mk4",
    .what = "mk4 with the bar's multiplier in closed form, written out",
    .parameters = nutating,
    .step = 0.01,
    .run = run_top,
};
