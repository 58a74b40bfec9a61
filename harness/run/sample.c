/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples between nodes: see sample.h. */
#include "holonomy/sample.h"

#include <string.h>

#include "base/words.h"
#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"

HOL_WORD_OF(hol_sample_from_name, hol_sample_from, HOL_SAMPLE_LIST(HOL_WORD))

typedef struct {
    hol_eval *sys;
    int samples;
    double t_end;
    hol_sampler *made;
} making;

static void make(hol_memory *m, void *data)
{
    making *x = data;
    size_t samples = (size_t)x->samples, nb = (size_t)x->sys->nb;
    hol_sampler *sampler = x->made = hol_alloc(m, 1, sizeof *sampler);
    *sampler = (hol_sampler){.room = x->samples, .t_end = x->t_end, .memory = m};
    sampler->sample = hol_alloc(m, samples, sizeof *sampler->sample);
    sampler->pose = hol_alloc(m, samples * nb, sizeof *sampler->pose);
    for (int i = 0; i < x->samples; i++) {
        sampler->sample[i].pose = sampler->pose + (size_t)i * nb;
        sampler->sample[i].t = i == x->samples - 1 ? x->t_end : x->t_end * i / (x->samples - 1);
    }
}

hol_sampler *hol_sampler_new(hol_eval *sys, int samples, double t_end)
{
    making x = {.sys = sys, .samples = samples, .t_end = t_end};
    return hol_memory_of(make, &x) ? x.made : NULL;
}

void hol_sampler_free(hol_sampler *sampler)
{
    if (sampler) hol_memory_end(sampler->memory);
}

/* u(theta) with q = q0 o exp(u): u(0) = 0, u'(0) = h v0, u(1) = u1 = q1 - q0, u'(1) = h dexpinv(u1,
 * v1), cubic; v = dexp(u, u') / h. */
static void hermite(hol_eval *sys, hol_work *w, const hol_node *node, double theta, double q[],
                    double v[])
{
    int n = sys->nv;
    double h = node->h, s = theta;
    double *u1 = hol_take(w, n), *k1 = hol_take(w, n), *u = hol_take(w, n), *k = hol_take(w, n);
    const double *k0 = node->before->v;
    hol_difference(sys, node->before->q, node->z->q, u1);
    hol_dexpinv(sys, u1, node->z->v, k1);
    for (int i = 0; i < n; i++) {
        u[i] = s * s * (3.0 - 2.0 * s) * u1[i] +
               h * (s * (1.0 - s) * (1.0 - s) * k0[i] - s * s * (1.0 - s) * k1[i]);
        k[i] = 6.0 * s * (1.0 - s) * u1[i] / h + (1.0 - s) * (1.0 - 3.0 * s) * k0[i] +
               s * (3.0 * s - 2.0) * k1[i];
    }
    hol_move(sys, node->before->q, u, q);
    hol_dexp(sys, u, k, v);
}

hol_sample_from hol_between(const hol_node *node, hol_work *w, double theta, double q[], double v[])
{
    hol_stepper *s = node->s;
    hol_status status = hol_dense_output(s, node->h, node->z, theta, q, v);
    if (status == HOL_OK) return HOL_AT_DENSE;
    if (status == HOL_NO_MEMORY) hol_no_memory();
    bool controlled = s->rtol > 0 || s->atol > 0; /* at fixed steps interpolation errs less */
    if (controlled && hol_step_aside(s, node->before, theta * node->h, q, v) == HOL_OK)
        return HOL_AT_STEP;
    hermite(s->sys, w, node, theta, q, v);
    return HOL_AT_HERMITE;
}

static void fill(hol_sample *sample, const hol_node *node, const hol_pose pose[])
{
    hol_eval *sys = node->s->sys;
    double back = node->z->t - sample->t; /* from the node */
    sample->from = HOL_AT_NODE;
    if (!node->before || back <= 1e-9 * node->h) {
        memcpy(sample->pose, pose, (size_t)sys->nb * sizeof *pose);
        return;
    }
    hol_work *w = node->s->work;
    size_t mark = hol_mark(w);
    double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv);
    sample->from = hol_between(node, w, 1.0 - back / node->h, q, v);
    hol_poses_like(sys, q, v, pose, sample->pose);
    hol_release(w, mark);
}

void hol_sampler_add(hol_sampler *sampler, const hol_node *node, const hol_pose pose[])
{
    double reach = node->z->t + 1e-9 * node->h;
    while (sampler->count < sampler->room && sampler->sample[sampler->count].t <= reach)
        fill(&sampler->sample[sampler->count++], node, pose);
}
