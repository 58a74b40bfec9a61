/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rattle-adaptive: RATTLE by steps of its own, reversibly controlled (Hairer, Soederlind, SIAM J.
 * Sci. Comput. 26 (2005) 1838; with constraints Barth, Leimkuhler, Reich 1999).  The wanted step is
 * eps s(q, v); the density of the steps, rho = 1/s, is integrated along with the motion,
 *
 *     rho_n+1/2 = rho_n + eps/2 g(y_n),   y_n+1 = RATTLE of y_n by eps / rho_n+1/2
 *     rho_n+1 = rho_n+1/2 + eps/2 g(y_n+1),   g = rho' / rho = 1/2 a . a' / (A^2 + a . a)
 *
 * for s = (1 + a . a / A^2)^(-1/4), a = v' of the index-1 equations in the units of the velocities,
 * A = speed^2 / length of the system.  g is odd in v, so that the pair (y, rho) goes back the way
 * it came.  `control=plain` sets rho_n+1/2 = 1/s(y_n), which does not.
 *
 * s is at most 1.  At fixed steps eps = h, the longest step; under tolerances
 * eps = (8 (rtol + atol))^(1/2) length / speed: the sagitta of a step, (eps s)^2 |a| / 8, is at
 * most that part of the length.  A node at t + h is that of one more step of RATTLE, which is not
 * gone on from. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "methods/inner.h"
#include "methods/jerk.h"
#include "methods/stepper.h"

enum { CONTROL, MAX_STEPS };
enum { REVERSIBLE, PLAIN };

static const hol_option options[] = {
    {"control", HOL_CHOICE, REVERSIBLE, 0, 1, "reversible plain",
     "density of the steps: integrated along with the motion, or that wanted at the node"},
    {"max_steps", HOL_INT, 100000, 1, 1e9, NULL, "most steps of RATTLE within one step"},
    {0},
};

typedef struct { /* in the state's memory: a node of RATTLE and what controls the steps from it */
    double *lag; /* of its time behind that of the state [s] */
    double *rho, *g;
    hol_state y;
} node;

/* The state as RATTLE steps it: by another step every time, so that it remembers none. */
static hol_state of_rattle(const hol_state *z)
{
    hol_state y = *z;
    y.memory = NULL;
    return y;
}

static node node_of(hol_eval *sys, const hol_state *z)
{
    node x = {z->memory, z->memory + 1, z->memory + 2, of_rattle(z)};
    x.y.t = z->t + *x.lag;
    x.y.q = z->memory + 3;
    x.y.v = x.y.q + sys->nq;
    x.y.p = x.y.v + sys->nv;
    return x;
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return 3 + (size_t)sys->nq + 2 * (size_t)sys->nv;
}

static void copy(hol_eval *sys, const hol_state *from, hol_state *to)
{
    memcpy(to->q, from->q, (size_t)sys->nq * sizeof *to->q);
    memcpy(to->v, from->v, (size_t)sys->nv * sizeof *to->v);
    memcpy(to->p, from->p, (size_t)sys->nv * sizeof *to->p);
}

/* 1/s, the density wanted at the node, and g; a' by a difference over a part of the wanted step,
 * the same back and forth. */
static hol_status want(hol_stepper *s, double eps, const node *x, double *wanted)
{
    static const double part = 0.01;
    hol_eval *sys = s->sys;
    int n = sys->nv;
    size_t mark = hol_mark(s->work);
    double *a = hol_take(s->work, n), *jerk = hol_take(s->work, n),
           *unitless = hol_take(s->work, n);
    double A = sys->speed * sys->speed * sys->unit / sys->length;
    hol_status status = hol_acceleration(sys, x->y.t, x->y.q, x->y.v, a, NULL, NULL);
    memcpy(unitless, a, (size_t)n * sizeof *a);
    hol_scale_units(sys, -1, unitless);
    double squares = A * A + hol_dot(n, unitless, unitless);
    *wanted = sqrt(sqrt(squares) / A);
    if (!status) status = hol_jerk(s, part * fabs(eps) / *wanted, &x->y, a, jerk);
    hol_scale_units(sys, -1, jerk);
    *x->g = 0.5 * hol_dot(n, unitless, jerk) / squares;
    hol_release(s->work, mark);
    return status;
}

/* The density of the step from the node; that of the node reached. */
static double density_from(const hol_stepper *s, double eps, const node *x)
{
    return hol_choice(s, CONTROL) == PLAIN ? *x->rho : *x->rho + eps / 2 * *x->g;
}

static hol_status go(hol_stepper *s, double eps, double between, node *x)
{
    double own = eps / between, wanted;
    hol_status status = hol_inner_step(s, s->aux, own, &x->y);
    x->y.t += own;
    *x->lag += own;
    if (!status) status = want(s, eps, x, &wanted);
    *x->rho = hol_choice(s, CONTROL) == PLAIN ? wanted : between + eps / 2 * *x->g;
    return status;
}

static hol_status give_up(hol_stepper *s, double value, const char *of)
{
    s->residual.value = value;
    s->residual.of = of;
    return HOL_REJECT;
}

/* To the last node of its own before t + h, and on to the node there. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    node x = node_of(sys, z);
    double eps = h, between;
    hol_status status;
    if (!isfinite(h)) return HOL_NOT_FINITE;
    if (hol_controlled(s))
        eps = copysign(sqrt(8 * (s->rtol + s->atol)) * sys->length / (sys->unit * sys->speed), h);
    for (int count = 0;; count++) {
        between = density_from(s, eps, &x);
        if (!(between > 0)) return give_up(s, between, "density of the steps");
        if (eps / between / h > (h - *x.lag) / h) break;
        if (count == hol_choice(s, MAX_STEPS)) return give_up(s, count, "steps within a step");
        if ((status = go(s, eps, between, &x))) return status;
    }
    copy(sys, &x.y, z);
    double rest = h - *x.lag;
    *x.lag -= h;
    hol_state end = of_rattle(z);
    return rest == 0 ? HOL_OK : hol_inner_step(s, s->aux, rest, &end);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    node x = node_of(s->sys, z);
    hol_state begun = of_rattle(z);
    hol_status status = hol_inner_start(s, s->aux, h, &begun);
    *x.lag = 0;
    x.y.t = z->t;
    copy(s->sys, z, &x.y);
    return status ? status : want(s, h, &x, x.rho);
}

/* Those of RATTLE, step by step; the step map of a variable step is not symplectic. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    hol_claims c = hol_method_claims(hol_method_named("rattle"), sys, NULL);
    c.order_lambda = c.lambda_time = 0;
    if (hol_choice_of(method, opt, CONTROL) == PLAIN) c.energy = HOL_NOT_KEPT;
    c.symmetric = c.symplectic = false;
    c.own_control = true;
    return c;
}

static hol_status setup(hol_stepper *s)
{
    hol_stepper *rattle;
    s->control = (hol_control){1, 1, 0.5, 1}; /* h is where the driver looks */
    hol_status status = hol_inner_make(s, "rattle", NULL, &rattle);
    s->aux = rattle;
    return status;
}

const hol_method hol_family_rattle_adaptive[] = {
    {
        .name = "rattle-adaptive",
        .family = "variational",
        .source = "Hairer, Soederlind, SIAM J. Sci. Comput. 26 (2005) 1838",
        .about = "RATTLE by reversibly controlled steps of its own",
        .formulation = "natural",
        .options = options,
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_HOLONOMIC | HOL_POSITION_FORCES | HOL_SCLERONOMIC |
                 HOL_FULL_RANK,
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .restart = hol_restart_as_before, /* Another h is another place to look at. */
        .step = step,
    },
    {0},
};
