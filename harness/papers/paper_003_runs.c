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

#include "harness/papers/paper_003.h"
#include "harness/papers/paper_run.h"

struct hol_p003_scheme {
    hol_paper_run on;
    /* Energy and momentum of sample k, the node before a step. */
    void (*read)(const hol_node *node, hol_p003_motion *m, int k);
};

/* ---------------------------------------------------------------- a motion */

typedef struct {
    const hol_p003_scheme *is;
    hol_p003_motion *m;
    long stride; /* steps between samples */
    long newton; /* iterations that the start took */
} reader;

static void read_node(void *self, const hol_node *node)
{
    reader *to = self;
    long left = node->step - 1; /* the node that the step leaves */
    if (!node->before) to->newton = node->s->count->newton;
    if (node->before && left % to->stride == 0) {
        hol_eval *sys = node->s->sys;
        int k = (int)(left / to->stride);
        memcpy(to->m->q[k], node->before->q, (size_t)sys->nq * sizeof(double));
        memcpy(to->m->lambda[k], node->z->lambda, (size_t)sys->nc * sizeof(double));
        to->is->read(node, to->m, k);
    }
}

/* "x1=2.82", ... */
typedef struct {
    char text[HOL_P003_START_SIZE][40];
} start_words;
static const char *const start_name[HOL_P003_START_SIZE] = {"x1",  "y1",  "x2",  "y2",
                                                            "vx1", "vy1", "vx2", "vy2"};
const hol_p003_start hol_p003_printed = {{2.820, 0.025, 5.085, 0.105, 3.381, 2.506, 2.497, 10.495}};

static void start_from(hol_paper_run *on, const double x[], start_words *words)
{
    for (int k = 0; k < HOL_P003_START_SIZE; k++) {
        snprintf(words->text[k], sizeof words->text[k], "%s=%.17g", start_name[k], x[k]);
        on->parameter[k] = words->text[k];
    }
}

/* The last sample is read from a step past it, which is not timed. */
hol_p003_motion *hol_p003_run(const hol_p003_scheme *is, double h, int samples,
                              const hol_p003_start *from, hol_message *why)
{
    enum { PASSES = 5 }; /* of a short run, for the least CPU time */
    double between = HOL_P003_SPAN / (HOL_P003_SAMPLES - 1), sum = 0;
    reader to = {.is = is, .stride = lrint(between / h)};
    if (to.stride < 1 || fabs((double)to.stride * h - between) > 1e-12) {
        hol_say(why, "h = %g s does not divide the %g s between samples", h, between);
        return NULL;
    }
    hol_paper_run on = is->on;
    start_words words;
    hol_result r;
    long steps = to.stride * (samples - 1);
    if (from) start_from(&on, from->x, &words);
    on.h = h;
    on.until = (double)(steps + 1) * h;
    on.observe = read_node;
    on.observer = &to;
    to.m = hol_new(1, sizeof *to.m);
    to.m->h = h;
    to.m->seconds = INFINITY;
    bool good = hol_paper_prepare(&on, &r, why);
    for (int pass = 0; good && pass < (from ? 1 : PASSES) && sum < 0.1; pass++) {
        good = hol_paper_pass(&on, &r, why);
        to.m->newton = (double)(r.x->s->count->newton - to.newton);
        sum += r.cpu_seconds;
        to.m->seconds = fmin(to.m->seconds, r.cpu_seconds * (double)steps / (double)(steps + 1));
    }
    hol_result_free(&r);
    if (good) return to.m;
    free(to.m);
    return NULL;
}

/* ---------------------------------------------------------------- the start on EM's point */

/* The point of EM at t = h, from the start of that run. */
static bool second_point(const hol_result *of, double h, double q1[], hol_message *why)
{
    hol_paper_run em = hol_p003_pendulum_em.on;
    double x[HOL_P003_START_SIZE];
    start_words words;
    hol_result r;
    for (int i = 0; of->problem->parameters[i].name; i++)
        for (int k = 0; k < HOL_P003_START_SIZE; k++)
            if (!strcmp(of->problem->parameters[i].name, start_name[k]))
                x[k] = of->x->parameters[i];
    start_from(&em, x, &words);
    em.h = HOL_P003_FINEST;
    em.until = h;
    bool good = hol_paper_follow(&em, &r, why);
    if (good) memcpy(q1, r.x->z->q, (size_t)r.x->sys->nq * sizeof(double));
    hol_result_free(&r);
    return good;
}

/* Of the trapezoidal rule, p_left = M (q1 - q0)/h - h/2 f(q0). */
static bool place_on_em(hol_result *r, double h, hol_message *why)
{
    hol_eval *sys = r->x->sys;
    double q1[HOL_P003_Q], u[HOL_P003_Q], f[HOL_P003_Q], p[HOL_P003_Q];
    if (!second_point(r, h, q1, why)) return false;
    size_t mark = hol_mark(r->x->s->work);
    double *M = hol_take(r->x->s->work, sys->M.nnz);
    for (int i = 0; i < sys->nv; i++) u[i] = (q1[i] - r->x->z->q[i]) / h;
    hol_mass(sys, r->x->z->q, M);
    hol_multiply(&sys->M, M, u, p);
    hol_total_force(sys, 0, r->x->z->q, r->x->z->v, f);
    for (int i = 0; i < sys->nv; i++) p[i] -= 0.5 * h * f[i];
    hol_status status = hol_variational_start_on(r->x->s, h, p, r->x->z, HOL_VELOCITY_DIFFERENCE);
    hol_release(r->x->s->work, mark);
    if (status != HOL_OK) hol_failure_text(r->x->s, status, -1, 0, why);
    return status == HOL_OK;
}

/* ---------------------------------------------------------------- readings */

static void read_pair(const hol_node *node, hol_p003_motion *m, int k)
{
    hol_eval *sys = node->s->sys;
    const double *q0 = node->before->q, *q1 = node->z->q;
    double q[HOL_P003_Q], v[HOL_P003_Q];
    for (int i = 0; i < sys->nq; i++) {
        q[i] = 0.5 * (q0[i] + q1[i]);
        v[i] = (q1[i] - q0[i]) / m->h;
    }
    m->energy[k] = hol_kinetic(sys, q, v) + hol_potential(sys, q);
    hol_momentum(sys, q0, node->before->p, m->momentum[k]);
}

static void read_state(const hol_node *node, hol_p003_motion *m, int k)
{
    hol_eval *sys = node->s->sys;
    const double *q = node->before->q, *v = node->before->v;
    size_t mark = hol_mark(node->s->work);
    double *M = hol_take(node->s->work, sys->M.nnz), p[HOL_P003_Q];
    hol_mass(sys, q, M);
    hol_multiply(&sys->M, M, v, p);
    m->energy[k] = hol_kinetic(sys, q, v) + hol_potential(sys, q);
    hol_momentum(sys, q, p, m->momentum[k]);
    hol_release(node->s->work, mark);
}

/* ---------------------------------------------------------------- the schemes */

const hol_p003_scheme hol_p003_body_dvp = {
    .on = {.problem = "rigid-body",
           .method = "dvp",
           .formulation = "euler",
           .option = {"start=euler", "velocity=difference", "newton_tol=1e-15"}},
    .read = read_pair,
};

const hol_p003_scheme hol_p003_pendulum_dvp = {
    .on = {.problem = "double-spherical-pendulum",
           .method = "shake",
           .formulation = "natural",
           .option = {"velocity=difference", "newton_tol=1e-15"},
           .place = place_on_em},
    .read = read_pair,
};

const hol_p003_scheme hol_p003_pendulum_em = {
    .on = {.problem = "double-spherical-pendulum",
           .method = "em",
           .formulation = "natural",
           .option = {"newton_tol=1e-15"}},
    .read = read_state,
};

const hol_p003_scheme hol_p003_pendulum_em_straight = {
    .on = {.problem = "double-spherical-pendulum",
           .method = "em",
           .formulation = "natural",
           .option = {"newton_tol=1e-15", "guess=straight"}},
    .read = read_state,
};
