/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The double spherical pendulum of paper 003, section 5.2, as the floor programs have it. */
#pragma once

#include <math.h>
#include <string.h>

#include "holonomy/model.h"

static const double m1 = 2.0, m2 = 3.5, l1 = 4.0, l2 = 3.0, g = 9.81;
static const double tolerance = 1e-12; /* of the last correction over the length of the system, */
static const double length = 5.085;    /* its largest coordinate at the start */

typedef struct {
    double a[3], b[3]; /* of the masses: positions [m], or velocities */
} pair;

static inline double dot(const double x[3], const double y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static inline void start(pair *q, pair *v)
{
    *q = (pair){{2.820, 0.025, 0}, {5.085, 0.105, 0}};
    *v = (pair){{3.381, 2.506, 0}, {2.497, 10.495, 0}};
    double dx = q->b[0] - q->a[0], dy = q->b[1] - q->a[1];
    q->a[2] = -sqrt(l1 * l1 - q->a[0] * q->a[0] - q->a[1] * q->a[1]);
    double dz = -sqrt(l2 * l2 - dx * dx - dy * dy);
    q->b[2] = q->a[2] + dz;
    v->a[2] = -(q->a[0] * v->a[0] + q->a[1] * v->a[1]) / q->a[2];
    v->b[2] = v->a[2] - (dx * (v->b[0] - v->a[0]) + dy * (v->b[1] - v->a[1])) / dz;
}

static inline void poses_of(const pair *q, const pair *v, hol_pose at[2])
{
    at[0] = at[1] = (hol_pose){.p = {1}};
    memcpy(at[0].r, q->a, sizeof q->a);
    memcpy(at[1].r, q->b, sizeof q->b);
    memcpy(at[0].v, v->a, sizeof v->a);
    memcpy(at[1].v, v->b, sizeof v->b);
}
