/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of paper 003, section 5.
 *
 * DVP, at a sample k: the energy is T + U at the midpoint of the pair (q_k, q_k+1) with the
 * velocity (q_k+1 - q_k)/h, for the free body the discrete Lagrangian (5.8) itself; the momentum is
 * -h D_2 L_d(q_k+1, q_k) along the symmetry, which is the nodal one, since the impulses of the
 * constraints have none.  EM: energy and momentum of its (q, v).
 *
 * DVP starts on two points: on the rigid body from Euler's (start = euler), on the pendulum, where
 * it is SHAKE, from the point of EM, at h = 1e-4, at t = h.  Newton's iterations go on to 1e-15. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/memory.h"
#include "harness/papers/paper_003.h"
#include "harness/papers/paper_rig.h"
#include "methods/variational.h"

typedef struct { /* a node, before the step that leaves it */
    double q[HOL_P003_Q], v[HOL_P003_Q], p[HOL_P003_Q];
} node;

struct hol_p003_scheme {
    hol_rig_plan on;
    bool (*start)(hol_rig *r, double h, hol_message *why);
    /* Energy and momentum of sample k: at the node `at`, the state being one step on. */
    void (*read)(hol_rig *r, const node *at, hol_p003_motion *m, int k);
};

static node node_of(const hol_rig *r)
{
    node at;
    memcpy(at.q, r->z->q, (size_t)r->sys->nq * sizeof(double));
    memcpy(at.v, r->z->v, (size_t)r->sys->nv * sizeof(double));
    memcpy(at.p, r->z->p, (size_t)r->sys->nv * sizeof(double));
    return at;
}

/* ---------------------------------------------------------------- a motion */

static double cpu_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void take(const hol_p003_scheme *is, hol_rig *r, const node *at, hol_p003_motion *m, int k)
{
    memcpy(m->q[k], at->q, (size_t)r->sys->nq * sizeof(double));
    memcpy(m->lambda[k], r->z->lambda, (size_t)r->sys->nc * sizeof(double));
    is->read(r, at, m, k);
}

/* The last sample is read from a step past the end, which is not timed. */
static bool follow(const hol_p003_scheme *is, hol_rig *r, double h, hol_p003_motion *m,
                   hol_message *why)
{
    double between = HOL_P003_SPAN / (HOL_P003_SAMPLES - 1);
    long stride = lrint(between / h), steps = stride * (HOL_P003_SAMPLES - 1);
    node at = {0};
    if (stride < 1 || fabs((double)stride * h - between) > 1e-12) {
        hol_say(why, "h = %g s does not divide the %g s between samples", h, between);
        return false;
    }
    if (!is->start(r, h, why)) return false;
    m->h = h;
    double began = cpu_clock();
    for (long n = 0; n <= steps; n++) {
        bool sample = n % stride == 0;
        if (n == steps) m->seconds = cpu_clock() - began;
        if (sample) at = node_of(r);
        if (!hol_rig_step(r, h, n + 1, why)) return false;
        if (sample) take(is, r, &at, m, (int)(n / stride));
    }
    return true;
}

hol_p003_motion *hol_p003_run(const hol_p003_scheme *scheme, double h, hol_message *why)
{
    enum { PASSES = 5 }; /* of a short run, for the least CPU time */
    hol_p003_motion *m = hol_new(1, sizeof *m);
    double least = INFINITY, sum = 0;
    hol_rig r;
    bool good = hol_rig_open(&r, &scheme->on, why);
    for (int pass = 0; good && pass < PASSES && sum < 0.1; pass++) {
        good = follow(scheme, &r, h, m, why);
        least = fmin(least, m->seconds);
        sum += m->seconds;
    }
    m->seconds = least;
    hol_rig_close(&r);
    if (good) return m;
    free(m);
    return NULL;
}

bool hol_p003_first_pair(const hol_p003_scheme *scheme, double h, hol_p003_motion *m,
                         hol_message *why)
{
    hol_rig r;
    bool good = hol_rig_open(&r, &scheme->on, why) && scheme->start(&r, h, why);
    if (good) {
        node at = node_of(&r);
        m->h = h;
        good = hol_rig_step(&r, h, 1, why);
        take(scheme, &r, &at, m, 0);
    }
    hol_rig_close(&r);
    return good;
}

/* ---------------------------------------------------------------- starts */

/* The point of EM at t = h. */
static bool second_point(double h, double q1[], hol_message *why)
{
    hol_rig r;
    bool good =
        hol_rig_open(&r, &hol_p003_pendulum_em.on, why) && hol_rig_start(&r, HOL_P003_FINEST, why);
    for (long n = 0; good && n < lrint(h / HOL_P003_FINEST); n++)
        good = hol_rig_step(&r, HOL_P003_FINEST, n + 1, why);
    if (good) memcpy(q1, r.z->q, (size_t)r.sys->nq * sizeof(double));
    hol_rig_close(&r);
    return good;
}

/* Of the trapezoidal rule, p_left = M (q1 - q0)/h - h/2 f(q0). */
static bool start_on_em(hol_rig *r, double h, hol_message *why)
{
    const hol_system *sys = r->sys;
    double q1[HOL_P003_Q], u[HOL_P003_Q], f[HOL_P003_Q], p[HOL_P003_Q];
    if (!second_point(h, q1, why) || !hol_rig_start(r, h, why)) return false;
    size_t mark = hol_mark(r->s->work);
    double *M = hol_take(r->s->work, sys->M.nnz);
    for (int i = 0; i < sys->nv; i++) u[i] = (q1[i] - r->z->q[i]) / h;
    sys->mass(sys, r->z->q, M);
    hol_multiply(&sys->M, M, u, p);
    hol_total_force(sys, 0, r->z->q, r->z->v, f, r->s->work);
    for (int i = 0; i < sys->nv; i++) p[i] -= 0.5 * h * f[i];
    hol_status status = hol_variational_start_on(r->s, h, p, r->z, HOL_VELOCITY_DIFFERENCE);
    hol_release(r->s->work, mark);
    return hol_rig_went(r, status, h, 0, why);
}

/* ---------------------------------------------------------------- readings */

static void read_pair(hol_rig *r, const node *at, hol_p003_motion *m, int k)
{
    const hol_system *sys = r->sys;
    double q[HOL_P003_Q], v[HOL_P003_Q];
    for (int i = 0; i < sys->nq; i++) {
        q[i] = 0.5 * (at->q[i] + r->z->q[i]);
        v[i] = (r->z->q[i] - at->q[i]) / m->h;
    }
    m->energy[k] = sys->kinetic(sys, q, v) + sys->potential(sys, q);
    sys->momentum(sys, at->q, at->p, m->momentum[k]);
}

static void read_node(hol_rig *r, const node *at, hol_p003_motion *m, int k)
{
    const hol_system *sys = r->sys;
    size_t mark = hol_mark(r->s->work);
    double *M = hol_take(r->s->work, sys->M.nnz), p[HOL_P003_Q];
    sys->mass(sys, at->q, M);
    hol_multiply(&sys->M, M, at->v, p);
    m->energy[k] = sys->kinetic(sys, at->q, at->v) + sys->potential(sys, at->q);
    sys->momentum(sys, at->q, p, m->momentum[k]);
    hol_release(r->s->work, mark);
}

/* ---------------------------------------------------------------- the schemes */

const hol_p003_scheme hol_p003_body_dvp = {
    .on = {.problem = "rigid-body",
           .method = "dvp",
           .formulation = "euler",
           .option = {"start=euler", "velocity=difference", "newton_tol=1e-15"}},
    .start = hol_rig_start,
    .read = read_pair,
};

const hol_p003_scheme hol_p003_pendulum_dvp = {
    .on = {.problem = "double-spherical-pendulum",
           .method = "shake",
           .formulation = "natural",
           .option = {"velocity=difference", "newton_tol=1e-15"}},
    .start = start_on_em,
    .read = read_pair,
};

const hol_p003_scheme hol_p003_pendulum_em = {
    .on = {.problem = "double-spherical-pendulum",
           .method = "em",
           .formulation = "natural",
           .option = {"newton_tol=1e-15"}},
    .start = hol_rig_start,
    .read = read_node,
};
