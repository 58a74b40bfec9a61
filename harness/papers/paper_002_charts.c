/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of the tangent-space ODE: see paper_002_charts.h.
 *
 * Errors are those of the method's own q, q', q'' (29).  What the changes of chart cost: their
 * number times the time that the quickest step with a change takes beyond the quickest without. */
#include "harness/papers/paper_002_charts.h"

#include <math.h>
#include <stdlib.h>

#include "harness/memory.h"
#include "methods/reduced.h"
#include "numerics/clock.h"
#include "numerics/dense.h"

typedef struct {
    hol_rig on;
    double *G, *r, *c, *qddot; /* nnz, nc, nc, nv */
    hol_pose *pose;            /* nb */
} rig;

static void close_rig(rig *r)
{
    hol_rig_close(&r->on);
    free(r->G);
    free(r->pose);
}

/* To be closed, opened or not. */
static bool open_rig(rig *r, const hol_rig_plan *plan, hol_message *why)
{
    *r = (rig){0};
    if (!hol_rig_open(&r->on, plan, why)) return false;
    const hol_system *sys = r->on.sys;
    r->G = hol_new(sys->G.nnz + 2 * sys->nc + sys->nv, sizeof(double));
    r->r = r->G + sys->G.nnz;
    r->c = r->r + sys->nc;
    r->qddot = r->c + sys->nc;
    r->pose = hol_new(sys->nb, sizeof *r->pose);
    return true;
}

static void read_errors(rig *r, double first, hol_p002_errors *most)
{
    const hol_system *sys = r->on.sys;
    const hol_state *z = r->on.z;
    hol_reduced y = hol_reduced_view(r->on.s, r->on.z);
    sys->constraints(sys, 0, z->q, r->r, r->G);
    most->error[0] = fmax(most->error[0], hol_norm(sys->nc, r->r));
    hol_multiply(&sys->G, r->G, z->v, r->r);
    most->error[1] = fmax(most->error[1], hol_norm(sys->nc, r->r));
    hol_reduced_qddot(&y, r->qddot);
    hol_multiply(&sys->G, r->G, r->qddot, r->r);
    sys->curvature(sys, z->q, z->v, r->c);
    hol_axpy(sys->nc, 1, r->c, r->r);
    most->error[2] = fmax(most->error[2], hol_norm(sys->nc, r->r));
    most->qddot = fmax(most->qddot, hol_norm_max(sys->nv, r->qddot));
    most->energy = fmax(most->energy, fabs(hol_rig_energy(&r->on) / first - 1));
}

typedef struct { /* of the steps without and with a change of chart */
    double least[2], sum;
} times;

static bool timed_step(hol_rig *r, double h, long n, times *T, hol_message *why)
{
    long before = r->s->count->reparametrisations;
    double began = hol_cpu_seconds();
    hol_status status = hol_step(r->s, h, r->z);
    double took = hol_cpu_seconds() - began;
    bool changed = r->s->count->reparametrisations > before;
    T->least[changed] = fmin(T->least[changed], took);
    T->sum += took;
    return hol_rig_went(r, status, h, n, why);
}

static void hand_over(rig *r, hol_p002_reader *read, void *to)
{
    const hol_state *z = r->on.z;
    if (!read) return;
    r->on.sys->poses(r->on.sys, z->q, z->v, r->pose);
    read(to, z->t, r->pose);
}

static bool follow(rig *r, const hol_p002_run *run, hol_p002_errors *most, hol_p002_reader *read,
                   void *to, hol_message *why)
{
    long steps = lrint(run->until / run->h);
    times T = {{HUGE_VAL, HUGE_VAL}, 0};
    if (!hol_rig_start(&r->on, run->h, why)) return false;
    double first = hol_rig_energy(&r->on);
    hand_over(r, read, to);
    for (long n = 1; n <= steps; n++) {
        bool good =
            read ? hol_rig_step(&r->on, run->h, n, why) : timed_step(&r->on, run->h, n, &T, why);
        if (!good) return false;
        hand_over(r, read, to);
        if (most) read_errors(r, first, most);
    }
    if (!most) return true;
    most->steps = steps;
    most->charts = r->on.s->count->reparametrisations;
    most->seconds = T.sum;
    most->renewal = most->charts ? (double)most->charts * (T.least[1] - T.least[0]) : 0;
    return true;
}

bool hol_p002_follow(const hol_p002_run *run, hol_p002_errors *most, hol_p002_reader *read,
                     void *to, hol_message *why)
{
    rig r;
    if (most) *most = (hol_p002_errors){0};
    bool good = open_rig(&r, &run->on, why) && follow(&r, run, most, read, to, why);
    close_rig(&r);
    return good;
}
