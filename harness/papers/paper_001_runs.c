/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on the ladder of paper 001: see paper_001.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/papers/paper_001.h"

/* ---------------------------------------------------------------- a node */

typedef struct {
    const hol_paper_run *is;
    hol_p001_motion *m;
    long steps;                  /* the last of them is past the end, for the velocity between */
    double *phi, *mean;          /* nc; nv: (v_k + v_k+1)/2 */
    hol_pose *pose;              /* nb */
    hol_p001_ledger *ledger;     /* or NULL */
    bool staggered;              /* v_k stands half a step before q_k */
    double limit, least, damped; /* [J] */
    volatile sig_atomic_t burst; /* the energy rose too far */
} rider;

/* x of the mass centre. */
static double centre(const rider *r, hol_eval *sys, const hol_state *z)
{
    double sum = 0, mass = 0;
    hol_poses(sys, z->q, z->v, r->pose);
    for (int b = 0; b < sys->nb; b++) {
        double m = hol_body_at(sys->model, b)->m;
        sum += m * r->pose[b].r[0];
        mass += m;
    }
    return sum / mass;
}

/* The inner rows are the unit constraints (|u|^2 - 1)/2. */
static hol_p001_node read_node(rider *r, hol_eval *sys, const hol_state *z)
{
    int units = sys->nc - sys->nj;
    hol_constraints(sys, z->t, z->q, r->phi, NULL);
    const double *unit = r->phi + sys->nj;
    double stretch = 0, stored = 0, damped = 0, work;
    for (int i = 0; i < units; i++) stretch = fmax(stretch, fabs(sqrt(1 + 2 * unit[i]) - 1));
    if (r->ledger) hol_p001_ledger_read(r->ledger, z, &stored, &damped, &work);
    r->damped += damped;
    double kinetic = hol_kinetic(sys, z->q, z->v), potential = hol_potential(sys, z->q);
    return (hol_p001_node){.t = z->t,
                           .kinetic = kinetic,
                           .potential = potential,
                           .energy = kinetic + potential,
                           .midpoint = r->staggered ? (double)NAN : kinetic + potential,
                           .stored = stored,
                           .damped = r->damped,
                           .rms = hol_norm(sys->nc, r->phi) / sqrt(sys->nc),
                           .unit = hol_norm(units, unit) / sqrt(units),
                           .stretch = stretch,
                           .open = hol_norm_max(sys->nj, r->phi),
                           .centre = centre(r, sys, z)};
}

/* After the step that leaves q_k; the mass is constant. */
static double midpoint_energy(const rider *r, const hol_node *node, double potential)
{
    hol_eval *sys = node->s->sys;
    const double *v0 = node->before->v, *v1 = node->z->v;
    for (int i = 0; i < sys->nv; i++) r->mean[i] = 0.5 * (v0[i] + v1[i]);
    return hol_kinetic(sys, node->z->q, r->mean) + potential;
}

static void ride(void *self, const hol_node *node)
{
    rider *r = self;
    hol_p001_motion *m = r->m;
    hol_p001_node *last = m->count ? &m->node[m->count - 1] : NULL;
    if (last && r->staggered) last->midpoint = midpoint_energy(r, node, last->potential);
    if (node->step == r->steps) return;
    m->node[m->count] = read_node(r, node->s->sys, node->z);
    double energy = m->node[m->count].energy + m->node[m->count].stored;
    m->count++;
    if (r->is->observe) r->is->observe(r->is->observer, node);
    r->least = fmin(r->least, energy);
    r->burst = !(energy <= r->least + r->limit);
}

/* ---------------------------------------------------------------- a run */

/* The violations over the nodes after the start. */
static void sum_up(hol_p001_motion *m)
{
    const hol_p001_node *first = m->node;
    double least = INFINITY, bare = INFINITY;
    for (const hol_p001_node *at = first; at < first + m->count; at++) {
        double whole = at->energy + at->stored;
        least = fmin(least, whole);
        bare = fmin(bare, at->energy);
        m->bare = fmax(m->bare, at->energy - bare);
        if (whole - least > m->rise) m->risen = at->t;
        m->rise = fmax(m->rise, whole - least);
        m->kinetic = fmax(m->kinetic, at->kinetic);
        m->off = fmax(m->off, fabs(at->energy - first->energy));
        m->between = fmax(m->between, fabs(at->midpoint - first->energy));
        m->most_rms = fmax(m->most_rms, at->rms);
        m->most_stretch = fmax(m->most_stretch, at->stretch);
        m->most_open = fmax(m->most_open, at->open);
        m->mean_rms += at->rms / (double)(m->count - 1);
    }
}

static bool begins_plain(const hol_paper_run *is)
{
    for (int i = 0; is->option[i]; i++)
        if (!strcmp(is->option[i], "start=plain")) return true;
    return false;
}

bool hol_p001_ride(const hol_paper_run *is, double limit, hol_p001_motion *m, hol_message *why)
{
    rider r = {.is = is,
               .m = m,
               .steps = lrint(is->until / is->h) + 1,
               .staggered = begins_plain(is),
               .limit = limit,
               .least = INFINITY};
    hol_paper_run run = *is;
    hol_result at;
    bool whole = false;
    run.until = (double)r.steps * is->h;
    run.observe = ride;
    run.observer = &r;
    run.stop = &r.burst;
    *m = (hol_p001_motion){.broken = INFINITY};
    if (hol_paper_prepare(&run, &at, why)) {
        m->node = hol_new((int)r.steps, sizeof *m->node);
        r.phi = hol_new(at.x->sys->nc + at.x->sys->nv, sizeof *r.phi);
        r.mean = r.phi + at.x->sys->nc;
        r.pose = hol_new(at.x->sys->nb, sizeof *r.pose);
        r.ledger = hol_p001_ledger_new(&at);
        m->failed = !hol_paper_pass(&run, &at, why);
        whole = !m->failed || hol_paper_ended(&at);
        if (m->failed || r.burst) m->broken = (double)(m->count - !m->failed) * is->h;
        if (m->count) sum_up(m);
    }
    if (!m->count || !whole) free(m->node), m->node = NULL;
    hol_p001_ledger_free(r.ledger);
    hol_result_free(&at);
    free(r.phi);
    free(r.pose);
    return m->node;
}

int hol_p001_turns(const hol_p001_motion *m, int most, double x[])
{
    int count = 0;
    for (long k = 0; k < m->count && count < most; k++) {
        double now = m->node[k].energy + m->node[k].stored, next = now, last = now;
        if (k > 0) last = m->node[k - 1].energy + m->node[k - 1].stored;
        if (k + 1 < m->count) next = m->node[k + 1].energy + m->node[k + 1].stored;
        bool inside = k > 0 && k + 1 < m->count;
        if (!inside || (now - last) * (next - now) <= 0) x[count++] = now / m->kinetic;
    }
    return count;
}

bool hol_p001_rides(int n, const hol_paper_run is[], double limit, hol_p001_motion m[],
                    hol_message *why)
{
    for (int i = 0; i < n; i++) m[i] = (hol_p001_motion){0};
    for (int i = 0; i < n; i++)
        if (!hol_p001_ride(&is[i], limit, &m[i], why)) return false;
    return true;
}

void hol_p001_free(int n, hol_p001_motion m[])
{
    for (int i = 0; i < n; i++) free(m[i].node);
}
