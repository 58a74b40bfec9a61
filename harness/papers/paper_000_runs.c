/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of paper 000, section 6.3: jet-dp5 with the paper's step-size control, h0 = 0.25 s.
 * Joints and Euler parameters are met together but where a case says otherwise: Algorithm 5.5 to
 * the letter and the order of section 7 take ten times the printed iterations.  Newton's matrices
 * with all second derivatives, |residual| <= 1e-5 in SI units.  A torque's exact work is the
 * system's own, not a number where it depends on the way. */
#include "harness/papers/paper_000.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/papers/paper_run.h"

enum { BODIES = 3 };

typedef struct {
    hol_p000_motion *m;
    double power;             /* at the last node [W] */
    long newton;              /* iterations so far */
    hol_pose pose[2][BODIES]; /* at the last node, at this one */
    double began;             /* CPU time at the first node [s] */
    int room;
} recorder;

static double power_at(hol_eval *sys, const hol_state *z, hol_work *w)
{
    size_t mark = hol_mark(w);
    double *F = hol_take(w, sys->nv), power = 0;
    if (!(sys->has & HOL_CONSERVATIVE)) hol_applied(sys, z->t, z->q, z->v, F);
    for (int i = 0; i < sys->nv; i++) power += F[i] * z->v[i];
    hol_release(w, mark);
    return power;
}

static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* Of the step h between two poses of the bodies. */
static double leap(const hol_pose from[], const hol_pose to[], int bodies, double h)
{
    double most = 0;
    for (int b = 0; b < bodies; b++) {
        double way[3], speed = fmax(length(from[b].v), length(to[b].v));
        for (int k = 0; k < 3; k++) way[k] = to[b].r[k] - from[b].r[k];
        if (speed > 0) most = fmax(most, length(way) / (h * speed));
    }
    return most;
}

static void record(void *self, const hol_node *node)
{
    recorder *r = self;
    hol_p000_motion *m = r->m;
    hol_eval *sys = node->s->sys;
    double power = power_at(sys, node->z, node->s->work);
    hol_p000_node now = {.t = node->z->t,
                         .h = node->h,
                         .kinetic = hol_kinetic(sys, node->z->q, node->z->v),
                         .potential = hol_potential(sys, node->z->q),
                         .newton = (double)(node->s->count->newton - r->newton)};
    hol_poses(sys, node->z->q, node->z->v, r->pose[1]);
    if (node->before) {
        now.leap = leap(r->pose[0], r->pose[1], sys->nb, node->h);
        const hol_p000_node *last = &m->node[m->nodes - 1];
        now.work = last->work + 0.5 * node->h * (r->power + power);
        now.work_exact = last->work_exact;
        if (!(sys->has & HOL_CONSERVATIVE))
            now.work_exact += hol_work_between(sys, node->before->q, node->z->q);
    }
    if (m->nodes == r->room) {
        r->room = 2 * r->room + 256;
        m->node = hol_renew(m->node, (size_t)r->room * sizeof *m->node);
    }
    m->node[m->nodes++] = now;
    r->power = power;
    r->newton = node->s->count->newton;
    memcpy(r->pose[0], r->pose[1], sizeof r->pose[0]);
    if (!node->before) r->began = hol_cpu_seconds();
    m->seconds = hol_cpu_seconds() - r->began;
}

typedef struct { /* what a case sets beside numbers: words */
    hol_paper_run run;
    char tau[3][48]; /* tau1 to tau3 of the pendulum */
} words;

static void spell(const hol_p000_case *is, words *w)
{
    static const char *const paper[] = {"newton_norm=paper", "newton_tol=1e-5", "newton_factor=0"};
    bool forced = strcmp(is->problem, "pendulum") != 0;
    const char **parameter = w->run.parameter, **option = w->run.option;
    for (int i = 0; i < 3; i++) {
        snprintf(w->tau[i], sizeof w->tau[i], "tau%d=%g", i + 1, is->tau[i]);
        if (is->tau[i] != 0) *parameter++ = w->tau[i];
    }
    if (forced) *parameter++ = "start=printed";
    for (int i = 0; i < 3; i++) *option++ = paper[i];
    *option++ = is->newton ? is->newton : "newton=full";
    *option++ = is->together ? "imposed=together" : "imposed=in-turn";
    if (is->energy != HOL_P000_OFF) *option++ = "invariant=total-energy";
    if (is->energy == HOL_P000_EXACT) *option++ = "work=exact";
    *option++ = is->orthogonal ? "projection=orthogonal" : "projection=quasi";
    if (is->more)
        *option++ = is->more;
    else
        *option++ = is->condition ? "condition=1" : "timed=1";
}

static void sample_errors(const hol_result *r, hol_p000_motion *m)
{
    for (int i = 0; i < HOL_P000_SAMPLES; i++) {
        m->error[i] = NAN;
        if (!r->sampler || i >= r->sampler->count || !r->x->reference) continue;
        const hol_sample *s = &r->sampler->sample[i];
        int row = hol_reference_row(r->x->reference, s->t);
        if (row < 0) continue;
        hol_error e =
            hol_error_between(r->x->sys->nb, s->pose,
                              r->x->reference->pose + row * r->x->reference->bodies, 0, NULL, NULL);
        m->error[i] = e.position;
    }
}

hol_p000_motion *hol_p000_run(const hol_p000_case *is, hol_message *why)
{
    hol_p000_motion *m = hol_new(1, sizeof *m);
    recorder to = {.m = m};
    words w = {.run = {.problem = is->problem,
                       .method = "jet-dp5",
                       .formulation = "euler",
                       .h = HOL_P000_FIRST,
                       .until = is->span > 0 ? is->span : HOL_P000_SPAN,
                       .tolerance = is->tolerance,
                       .samples = HOL_P000_SAMPLES,
                       .observe = record,
                       .observer = &to}};
    hol_result r;
    m->is = *is;
    spell(is, &w);
    bool ran = hol_paper_measure(&w.run, &r, why) || hol_paper_ended(&r);
    if (ran) {
        if (r.status != HOL_OK) m->failure = r.message;
        m->accepted = r.steps;
        m->rejected = r.rejected;
        m->counters = r.counters;
        m->position = r.error.position;
        m->phi = r.diagnostics ? r.diagnostics->phi : (double)NAN;
        m->gv = r.diagnostics ? r.diagnostics->gv : (double)NAN;
        sample_errors(&r, m);
    }
    hol_result_free(&r);
    if (ran) return m;
    hol_p000_free(m);
    return NULL;
}

bool hol_p000_again(hol_p000_motion **best, hol_message *why)
{
    hol_p000_motion *m = hol_p000_run(&(*best)->is, why);
    if (!m) return false;
    bool faster = m->seconds < (*best)->seconds;
    hol_p000_free(faster ? *best : m);
    if (faster) *best = m;
    return true;
}

void hol_p000_free(hol_p000_motion *m)
{
    if (!m) return;
    free(m->node);
    free(m);
}

/* ---------------------------------------------------------------- what is read from them */

const char *const hol_p000_name[HOL_P000_PROBLEMS] = {"pendulum", "quadrangle", "crank"};

double hol_p000_iterations(const hol_p000_motion *m)
{
    return (double)m->counters.newton / (double)m->counters.projected;
}

static double total(const hol_p000_node *n, bool exact)
{
    return n->kinetic + n->potential - (exact ? n->work_exact : n->work);
}

double hol_p000_drift(const hol_p000_motion *m, bool exact)
{
    double most = 0;
    for (int i = 0; i < m->nodes; i++)
        most = fmax(most, fabs(total(&m->node[i], exact) - total(m->node, exact)));
    return most;
}

int hol_p000_way(bool orthogonal, bool together, bool exact)
{
    return 4 * orthogonal + 2 * together + exact;
}

const hol_p000_motion *hol_p000_table(const hol_p000_runs *R, int problem, bool orthogonal)
{
    return R->way[problem][hol_p000_way(orthogonal, orthogonal, false)];
}
