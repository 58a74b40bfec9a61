/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step on tangent-space charts, with the changes of chart it asks for: E. J. Haug, P. Pavesic,
 * "Mechanical System Kinematics and Dynamics on Differentiable Manifolds", 2023 (paper 002),
 * section 5.  Deviation: a fixed step that fails from a fresh chart is followed in parts, to tell a
 * singular configuration from a step too long. */
#include <math.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "methods/chart.h"

enum { PARTS = 60 }; /* trials of following a step that failed */

/* Why a step of size h from a fresh chart failed: parts of it, each from a chart of its own, run up
 * to a singular configuration, or pass. */
static hol_status follow(hol_chart *c, double h, const hol_chart_node *node, hol_status failure)
{
    double residual = c->s->residual.value, part = 0.5 * h, rest = h;
    const char *residual_of = c->s->residual.of;
    for (int k = 0; k < PARTS && fabs(rest) > 0.5 * fabs(part); k++) {
        size_t mark = hol_mark(c->s->work);
        if (node->renew(node->self) == HOL_SINGULAR) return HOL_SINGULAR;
        if (node->within(node->self, part))
            part *= 0.5;
        else
            rest -= part;
        hol_release(c->s->work, mark);
    }
    c->s->residual.value = residual;
    c->s->residual.of = residual_of;
    return failure;
}

hol_status hol_chart_step(hol_chart *c, double h, const hol_chart_node *node)
{
    hol_work *w = c->s->work;
    size_t mark = hol_mark(w);
    hol_status status;

    if (hol_norm(c->d, node->v) > c->rule.vmax && (status = node->renew(node->self))) return status;
    bool fresh = hol_norm(c->d, node->v) == 0;
    status = node->within(node->self, h);
    if (status && !fresh && c->rule.renew) {
        hol_release(w, mark);
        if ((status = node->renew(node->self))) return status;
        fresh = true;
        status = node->within(node->self, h);
    }
    if (status != HOL_REJECT && status != HOL_DIVERGED) return status;
    if (hol_controlled(c->s)) return HOL_REJECT; /* a chart serves a small enough step */
    hol_release(w, mark);
    return fresh ? follow(c, h, node, status) : status;
}
