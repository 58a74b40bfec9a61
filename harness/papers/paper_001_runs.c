/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on the ladder of paper 001: see paper_001.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "harness/papers/paper_001.h"
#include "numerics/dense.h"

const double hol_p001_frame = 1 / 60.;

/* ---------------------------------------------------------------- a run */

typedef struct {
    hol_rig rig;
    double *phi, *v, *mean; /* nc; nv: v_k; nv: (v_k + v_k+1)/2 */
    hol_pose *pose;         /* nb */
    double potential;       /* at q_k [J] */
} rider;

static bool mount(rider *r, const hol_rig_plan *plan, double h, hol_message *why)
{
    *r = (rider){0};
    if (!hol_rig_open(&r->rig, plan, why) || !hol_rig_start(&r->rig, h, why)) return false;
    const hol_system *sys = r->rig.sys;
    r->phi = hol_new(sys->nc + 2 * sys->nv, sizeof *r->phi);
    r->v = r->phi + sys->nc;
    r->mean = r->v + sys->nv;
    r->pose = hol_new(sys->nb, sizeof *r->pose);
    return true;
}

static void dismount(rider *r)
{
    hol_rig_close(&r->rig);
    free(r->phi);
    free(r->pose);
}

/* x of the mass centre. */
static double centre(rider *r)
{
    const hol_system *sys = r->rig.sys;
    double sum = 0, mass = 0;
    sys->poses(sys, r->rig.z->q, r->rig.z->v, r->pose);
    for (int b = 0; b < sys->nb; b++) {
        double m = hol_body_at(sys->model, b)->m;
        sum += m * r->pose[b].r[0];
        mass += m;
    }
    return sum / mass;
}

/* The inner rows are the unit constraints (|u|^2 - 1)/2. */
static hol_p001_node read_node(rider *r)
{
    const hol_system *sys = r->rig.sys;
    const hol_state *z = r->rig.z;
    int units = sys->nc - sys->nj;
    sys->constraints(sys, z->t, z->q, r->phi, NULL);
    const double *unit = r->phi + sys->nj;
    double stretch = 0;
    for (int i = 0; i < units; i++) stretch = fmax(stretch, fabs(sqrt(1 + 2 * unit[i]) - 1));
    memcpy(r->v, z->v, (size_t)sys->nv * sizeof *r->v);
    r->potential = sys->potential(sys, z->q);
    return (hol_p001_node){.t = z->t,
                           .energy = sys->kinetic(sys, z->q, z->v) + r->potential,
                           .midpoint = NAN,
                           .rms = hol_norm(sys->nc, r->phi) / sqrt(sys->nc),
                           .unit = hol_norm(units, unit) / sqrt(units),
                           .stretch = stretch,
                           .centre = centre(r)};
}

/* After the step that leaves q_k; the mass is constant. */
static double midpoint_energy(const rider *r)
{
    const hol_system *sys = r->rig.sys;
    for (int i = 0; i < sys->nv; i++) r->mean[i] = 0.5 * (r->v[i] + r->rig.z->v[i]);
    return sys->kinetic(sys, r->rig.z->q, r->mean) + r->potential;
}

/* One step past the end, for the velocity between. */
static void ride(rider *r, double h, long steps, hol_p001_reader *read, void *to,
                 hol_p001_motion *m)
{
    hol_message reason;
    for (long n = 0; n <= steps; n++) {
        hol_p001_node *at = &m->node[n];
        *at = read_node(r);
        m->count = n + 1;
        if (read) read(to, &r->rig);
        bool burst = !(at->energy <= m->node->energy + 0.5 * fabs(m->node->energy));
        m->failed = !burst && !hol_rig_step(&r->rig, h, n + 1, &reason);
        if (burst || m->failed) {
            m->broken = (double)(burst ? n : n + 1) * h;
            return;
        }
        at->midpoint = midpoint_energy(r);
    }
}

bool hol_p001_ride(const hol_rig_plan *plan, double h, double until, hol_p001_reader *read,
                   void *to, hol_p001_motion *m, hol_message *why)
{
    long steps = lrint(until / h);
    rider r;
    *m = (hol_p001_motion){.broken = INFINITY};
    bool good = mount(&r, plan, h, why);
    if (good) {
        m->node = hol_new((int)steps + 1, sizeof *m->node);
        ride(&r, h, steps, read, to, m);
    }
    dismount(&r);
    return good;
}

/* ---------------------------------------------------------------- readings */

double hol_p001_energy(const hol_p001_node *at)
{
    return at->energy;
}

double hol_p001_rms(const hol_p001_node *at)
{
    return at->rms;
}

double hol_p001_stretch(const hol_p001_node *at)
{
    return at->stretch;
}

double hol_p001_largest(const hol_p001_motion *m, hol_p001_value *of)
{
    double most = -INFINITY;
    for (long k = 1; k < m->count; k++) most = fmax(most, of(&m->node[k]));
    return most;
}

double hol_p001_mean(const hol_p001_motion *m, hol_p001_value *of)
{
    double sum = 0;
    for (long k = 1; k < m->count; k++) sum += of(&m->node[k]);
    return sum / (double)(m->count - 1);
}

double hol_p001_slope(int n, const double x[], const double y[])
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < n; i++) {
        double u = log(x[i]), w = log(y[i]);
        sx += u;
        sy += w;
        sxx += u * u;
        sxy += u * w;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}
