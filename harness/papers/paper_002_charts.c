/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run of the tangent-space ODE of paper 002: constraint errors, energy, what its charts cost. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "harness/papers/paper_002.h"
#include "methods/reduced.h"

/* Errors are those of the method's own q, q', q'' (29).  What the changes of chart cost: their
 * number times the time that the quickest step with a change takes beyond the quickest without. */
typedef struct {
    const hol_result *run;
    hol_p002_errors most;
    double *G, *r, *c, *qddot; /* nnz, nc, nc, nv */
    double energy;             /* of the start [J] */
    double began;              /* CPU time at the last node [s] */
    double least[2];           /* CPU time of the steps without and with a change of chart [s] */
} reader;

static double energy(hol_eval *sys, const hol_state *z)
{
    return hol_kinetic(sys, z->q, z->v) + hol_potential(sys, z->q);
}

static void read_errors(reader *to, hol_eval *sys, const hol_state *z)
{
    hol_p002_errors *most = &to->most;
    hol_reduced y = hol_reduced_view(to->run->x->s, to->run->x->z);
    hol_constraints(sys, 0, z->q, to->r, to->G);
    most->error[0] = fmax(most->error[0], hol_norm(sys->nc, to->r));
    hol_multiply(&sys->G, to->G, z->v, to->r);
    most->error[1] = fmax(most->error[1], hol_norm(sys->nc, to->r));
    hol_reduced_qddot(&y, to->qddot);
    hol_multiply(&sys->G, to->G, to->qddot, to->r);
    hol_curvature(sys, z->q, z->v, to->c);
    hol_axpy(sys->nc, 1, to->c, to->r);
    most->error[2] = fmax(most->error[2], hol_norm(sys->nc, to->r));
    most->qddot = fmax(most->qddot, hol_norm_max(sys->nv, to->qddot));
    most->energy = fmax(most->energy, fabs(energy(sys, z) / to->energy - 1));
}

static void read_time(reader *to, const hol_counters *count)
{
    double took = hol_cpu_seconds() - to->began;
    bool changed = count->reparametrisations > to->most.charts;
    to->least[changed] = fmin(to->least[changed], took);
    to->most.seconds += took;
    to->most.charts = count->reparametrisations;
}

static void read_node(void *self, const hol_node *node)
{
    reader *to = self;
    if (node->before) {
        read_time(to, node->s->count);
        read_errors(to, node->s->sys, node->z);
    } else {
        to->energy = energy(node->s->sys, node->z);
        to->most.charts = node->s->count->reparametrisations;
    }
    to->began = hol_cpu_seconds();
}

bool hol_p002_measure(const hol_paper_run *is, hol_p002_errors *most, hol_message *why)
{
    hol_result run;
    reader to = {.run = &run, .least = {HUGE_VAL, HUGE_VAL}};
    hol_paper_run seen = *is;
    seen.observe = read_node;
    seen.observer = &to;
    bool good = hol_paper_prepare(&seen, &run, why);
    if (good) {
        hol_eval *sys = run.x->sys;
        to.G = hol_new(sys->G.nnz + 2 * sys->nc + sys->nv, sizeof *to.G);
        to.r = to.G + sys->G.nnz;
        to.c = to.r + sys->nc;
        to.qddot = to.c + sys->nc;
        good = hol_paper_pass(&seen, &run, why);
    }
    *most = to.most;
    most->steps = run.steps;
    if (most->charts) most->renewal = (double)most->charts * (to.least[1] - to.least[0]);
    hol_result_free(&run);
    free(to.G);
    return good;
}
