/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All ends of spans, and all their parts of the rows of G, that belong to one body: what a
 * description of orientation does for one, inlined into the loop over them.
 *
 * The files that include this one are compiled without automatic vectors (BATCH_FILES in local.mk):
 * a vector load of three numbers stored one by one just before cannot be forwarded from the store
 * buffer and stalls, which costs more than vectors of three save. */
#pragma once

#include "mechanics/orientation.h"
#include "numerics/inlined.h"

typedef void hol_turn(const double q[], const double rho[3], double x[3]);
typedef void hol_turn_along(const double q[], const double v[], const double rho[3], double x[3]);
typedef void hol_pull_back(const double q[], const double rho[3], const double g[3], double out[]);

/* x (3) = from + w r + y, or on top of what is there. */
HOL_INLINED void hol_put_end(const hol_span_end *end, const double from[3], const double r[3],
                             const double y[3], double x[])
{
    double *to = x + end->to;
    for (int k = 0; k < 3; k++) to[k] = (end->first ? from[k] : to[k]) + (end->w * r[k] + y[k]);
}

HOL_INLINED void hol_put_ends(hol_turn *turn, hol_turn_along *rate, hol_turn_along *curve,
                              const hol_stand *s, const double q[], const double v[],
                              double *const x[3])
{
    static const double zero[3];
    double r[3] = {0}, u[3] = {0};
    const double *turned = q + s->centre, *turning = v + s->centre;
    for (int k = 0; k < s->centre; k++) {
        r[k] = q[k];
        if (x[1]) u[k] = v[k];
    }
    for (const hol_span_end *end = s->end; end < s->end + s->ends; end++) {
        double y[3][3] = {{0}};
        if (end->turns) {
            turn(turned, end->rho, y[0]);
            if (x[1]) rate(turned, turning, end->rho, y[1]);
            if (x[2]) curve(turned, turning, end->rho, y[2]);
        }
        hol_put_end(end, end->start, r, y[0], x[0]);
        if (x[1]) hol_put_end(end, zero, u, y[1], x[1]);
        if (x[2]) hol_put_end(end, zero, zero, y[2], x[2]);
    }
}

HOL_INLINED void hol_put_pulls(hol_pull_back *pull, const hol_stand *s, const double q[],
                               const double x[], double G[])
{
    for (const hol_pull *p = s->pull; p < s->pull + s->pulls; p++) {
        const double *g = x + p->g;
        double *out = G + p->to;
        for (int k = 0; k < s->centre; k++) out[k] = p->w * g[k] + (p->first ? 0 : out[k]);
        if (p->first)
            for (int k = s->centre; k < s->nv; k++) out[k] = 0;
        if (p->turns) pull(q + s->centre, p->rho, g, out + s->centre);
    }
}

/* What turns with coordinates in which R is linear, from `turn`. */
#define HOL_LINEAR_TURN()                                                                          \
    HOL_INLINED void turn_rate(const double q[], const double v[], const double rho[3],            \
                               double x[3])                                                        \
    {                                                                                              \
        (void)q;                                                                                   \
        turn(v, rho, x);                                                                           \
    }                                                                                              \
    HOL_INLINED void turn_curve(const double q[], const double v[], const double rho[3],           \
                                double x[3])                                                       \
    {                                                                                              \
        (void)q, (void)v, (void)rho;                                                               \
        x[0] = x[1] = x[2] = 0;                                                                    \
    }

/* The two for a description of that prefix, as functions of their own. */
#define HOL_BATCHES(prefix)                                                                        \
    static void prefix##ends(const hol_stand *s, const double q[], const double v[],               \
                             double *const x[3])                                                   \
    {                                                                                              \
        hol_put_ends(prefix##turn, prefix##turn_rate, prefix##turn_curve, s, q, v, x);             \
    }                                                                                              \
    static void prefix##pulls(const hol_stand *s, const double q[], const double x[], double G[])  \
    {                                                                                              \
        hol_put_pulls(prefix##pull, s, q, x, G);                                                   \
    }
/* What every description has, and what one with inner rows has besides, by functions of that
 * prefix. */
#define HOL_TURNING(prefix)                                                                        \
    .turn = prefix##turn, .turn_rate = prefix##turn_rate, .turn_curve = prefix##turn_curve,        \
    .pull = prefix##pull, .ends = prefix##ends, .pulls = prefix##pulls,                            \
    .angular = prefix##angular, .torque = prefix##torque, .spin = prefix##spin,                    \
    .mass = prefix##mass, .pose = prefix##pose, .place = prefix##place
#define HOL_WITH_INNER_ROWS(prefix)                                                                \
    .inner_rows = prefix##inner_rows, .inner_curve = prefix##inner_curve,                          \
    .inner_hessian = prefix##inner_hessian, .project = prefix##project, .dual = prefix##dual,      \
    .basis = prefix##basis, .particular = prefix##particular,                                      \
    .inner_multipliers = prefix##inner_multipliers
