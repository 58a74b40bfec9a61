/* SPDX-License-Identifier: GPL-3.0-or-later */
/* taylor: the motion as its power series about the state, to the degree K + 1 in q and K in v, for
 * models whose equations are products (mechanics/series.h), then brought back to the constraints:
 *
 *     q(t + h) = sum_{k<=K+1} q_k h^k,   v(t + h) = sum_{k<=K+1} k q_k h^(k-1)
 *     M d + G^T mu = 0,  G d = -Phi(q),  q <- q + d;   the same of v with G v, A v - w
 *
 * The matrix (M, G^T; G, 0) is factorised twice a step: where the series arrives, for the
 * correction of q, and at the corrected position, for that of v, whose rows are linear, and for all
 * coefficients about the new state and its multipliers.  With the first one alone the errors of the
 * constraints would grow from step to step; docs/theory.md, section 5, has what the second one
 * costs.
 *
 * At a knot of a table of time the motion has another series: a step over it is taken in pieces,
 * each corrected at its end.
 *
 * Order and step from the tolerance, before the step: Jorba, Zou, Experimental Mathematics 14
 * (2005), section 3.  The last two terms, in units of the tolerance, are at most 1; a longer step
 * is refused before it is summed up, and the coefficients serve the next trial.  Under control the
 * series of the new state is made at the end of the step, so that the next one is as long as its
 * own terms allow.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/doubles.h"
#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "holonomy/newton.h"
#include "mechanics/series.h"
#include "mechanics/series_factors.h"
#include "methods/control.h"
#include "methods/stepper.h"

enum { ORDER, CONTROL }; /* options */
enum { LEAST = 6, MOST = 32, FIXED = 14 };

static const hol_option options[] = {
    {"order", HOL_INT, 0, 0, MOST, NULL, "of the series; 0: by the tolerance, 14 at fixed steps"},
    HOL_CONTROL_OPTIONS(6, 0.1),
    {0},
};

typedef struct { /* a state and its series */
    hol_series *series;
    bool whole;       /* of this state: */
    double t, *q, *v; /* its time, position and velocity, */
    double longest;   /* step that its tolerance allows with this order; 0: not known */
    int order;
} node;

typedef struct { /* a stepper's aux */
    hol_terms *terms;
    hol_series_factors *factors;
    node node[2];          /* of the state at hand and of the one before it */
    int last;              /* the one that began the last step */
    bool has_knots;        /* the model has tables of time: */
    node knot;             /* of the last knot within a step */
    hol_state way;         /* on the way to a time within a step */
    double *M;             /* where it is constant; else NULL */
    double *f, *b, *x, *y; /* of one solve */
    double *G, *A, *phi_t;
} taylor;

/* ---------------------------------------------------------------- claims and set-up */

static int order_of(const hol_method *method, const double opt[])
{
    int order = hol_choice_of(method, opt, ORDER);
    return order ? order : FIXED;
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)sys;
    hol_claims c = hol_claims_of_order(order_of(method, opt), HOL_EXACT, HOL_EXACT, HOL_EXACT);
    c.error_order = c.order_q;
    return c; /* order_lambda: of the index-1 equations at the new state */
}

static node new_node(const hol_stepper *s, const hol_terms *terms)
{
    return (node){.series = hol_series_new(s->memory, terms, MOST + 1),
                  .q = hol_doubles(s->memory, s->sys->nq),
                  .v = hol_doubles(s->memory, s->sys->nv)};
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    taylor *T = s->aux = hol_alloc(s->memory, 1, sizeof *T);
    hol_terms *terms = T->terms = hol_terms_new(s->memory, sys->system);
    T->factors = hol_series_factors_new(s->memory, sys);
    for (int n = 0; n < 2; n++) T->node[n] = new_node(s, terms);
    T->has_knots = hol_model_has_knots(sys->model);
    if (T->has_knots) T->knot = new_node(s, terms);
    T->way = (hol_state){.q = hol_doubles(s->memory, sys->nq),
                         .v = hol_doubles(s->memory, sys->nv),
                         .p = hol_doubles(s->memory, sys->nv),
                         .lambda = hol_doubles(s->memory, sys->nc),
                         .alpha = hol_doubles(s->memory, sys->na)};
    T->f = hol_doubles(s->memory, sys->nv);
    T->b = hol_doubles(s->memory, sys->nc + sys->na);
    T->x = hol_doubles(s->memory, sys->nv);
    T->y = hol_doubles(s->memory, sys->nc + sys->na);
    T->phi_t = hol_doubles(s->memory, sys->nc);
    T->G = hol_doubles(s->memory, sys->G.nnz);
    T->A = hol_doubles(s->memory, sys->A.nnz);
    if (sys->has & HOL_CONST_MASS) {
        T->M = hol_doubles(s->memory, sys->M.nnz);
        hol_mass(sys, NULL, T->M);
    }
    s->control = hol_control_of(s, CONTROL);
    return HOL_OK;
}

/* The largest component of a change of x over its tolerance. */
static double largest_of(const hol_stepper *s, const bool is_length[], int n, const double x[],
                         const double change[])
{
    double largest = 0;
    for (int i = 0; i < n; i++) {
        double size = fabs(change[i]);
        double of = size / (hol_atol(s, is_length, i) + s->rtol * fabs(x[i]));
        if (size > 0 && !(of <= largest)) largest = of;
    }
    return largest;
}

/* ---------------------------------------------------------------- onto the constraints */

/* Newton with one matrix, which is right but for the corrections: the next one would be the square
 * of the last. */
static const double last_correction = 1e-8;

/* A correction of q, by the factors at a place beside it: its size. */
static double correct_position(taylor *T, double t, double q[])
{
    hol_eval *sys = hol_series_evaluator(T->factors);
    hol_constraints(sys, t, q, T->b, NULL);
    for (int i = 0; i < sys->nc; i++) T->b[i] = -T->b[i];
    for (int i = 0; i < sys->na; i++) T->b[sys->nc + i] = 0;
    hol_series_solve_by(T->factors, T->f, T->b, T->x, T->y);
    hol_move(sys, q, T->x, q);
    return hol_displacement_size(sys, T->x);
}

/* By the factors at q, with which the rows are linear in v: one correction is all. */
static void correct_velocity(taylor *T, double t, const double q[], double v[])
{
    hol_eval *sys = hol_series_evaluator(T->factors);
    double *w = T->y;
    hol_constraints(sys, t, q, NULL, T->G);
    hol_multiply(&sys->G, T->G, v, T->b);
    hol_drive(sys, t, q, v, T->phi_t, NULL);
    for (int i = 0; i < sys->nc; i++) T->b[i] = -T->b[i] - T->phi_t[i];
    if (sys->na) {
        hol_nonholonomic_rows(sys, t, q, T->A, w);
        hol_multiply(&sys->A, T->A, v, T->b + sys->nc);
        for (int i = 0; i < sys->na; i++) T->b[sys->nc + i] = w[i] - T->b[sys->nc + i];
    }
    hol_series_solve_by(T->factors, T->f, T->b, T->x, T->y);
    for (int i = 0; i < sys->nv; i++) v[i] += T->x[i];
}

/* Leaves the factors of q. */
static hol_status onto_constraints(hol_stepper *s, double t, double q[], double v[])
{
    taylor *T = s->aux;
    hol_newton newton = hol_newton_start(last_correction);
    hol_verdict verdict;
    hol_status status = hol_series_factor(T->factors, t, q);
    if (status || (!s->sys->nc && !s->sys->na)) return status;
    s->count->projections++;
    memset(T->f, 0, (size_t)s->sys->nv * sizeof *T->f);
    do verdict = hol_newton_judge(&newton, correct_position(T, t, q));
    while (verdict == HOL_ITERATE);
    status = hol_newton_end(&newton, verdict, "the constraints", s->count, &s->residual);
    if (!status) status = hol_series_factor(T->factors, t, q);
    if (!status) correct_velocity(T, t, q, v);
    return status;
}

/* ---------------------------------------------------------------- the series of a state */

/* The time of the state may be that of the step before and h summed up in another order. */
static bool is_of(const node *n, const hol_eval *sys, const hol_state *z)
{
    bool timely = (sys->has & HOL_SCLERONOMIC) || fabs(n->t - z->t) <= 4 * DBL_EPSILON * fabs(z->t);
    return n->whole && timely && !memcmp(n->q, z->q, (size_t)sys->nq * sizeof *n->q) &&
           !memcmp(n->v, z->v, (size_t)sys->nv * sizeof *n->v);
}

static void begin(node *n, const hol_eval *sys, double t, const hol_state *z)
{
    n->t = t;
    memcpy(n->q, z->q, (size_t)sys->nq * sizeof *n->q);
    memcpy(n->v, z->v, (size_t)sys->nv * sizeof *n->v);
    hol_series_begin(n->series, t, n->q, n->v);
    n->whole = true;
    n->order = 0;
}

static hol_status extend(taylor *T, node *n, int degree)
{
    if (hol_series_degree(n->series) >= degree) return HOL_OK;
    hol_status status = hol_series_factor(T->factors, n->t, n->q);
    if (!status) hol_series_extend(n->series, degree, hol_series_solve_by, T->factors);
    return status;
}

/* T->node[T->last] is that of z, to that degree. */
static hol_status find(hol_stepper *s, const hol_state *z, int degree)
{
    taylor *T = s->aux;
    if (!is_of(&T->node[T->last], s->sys, z)) T->last = 1 - T->last;
    node *n = &T->node[T->last];
    if (!is_of(n, s->sys, z)) begin(n, s->sys, z->t, z);
    return extend(T, n, degree);
}

/* z->q, z->v at the time t, as the series has them or the start: corrected, with their multipliers,
 * their momentum and the beginning of their series, which is that of n. */
static hol_status arrive(hol_stepper *s, double t, hol_state *z, node *n)
{
    taylor *T = s->aux;
    hol_eval *sys = s->sys;
    hol_status status;
    n->whole = false;
    if ((status = onto_constraints(s, t, z->q, z->v))) return status;
    begin(n, sys, t, z);
    if ((status = extend(T, n, 2))) return status;
    hol_series_multipliers(n->series, T->y);
    memcpy(z->lambda, T->y, (size_t)sys->nc * sizeof *z->lambda);
    memcpy(z->alpha, T->y + sys->nc, (size_t)sys->na * sizeof *z->alpha);
    hol_multiply(&sys->M, T->M ? T->M : hol_series_mass(T->factors), z->v, z->p);
    return HOL_OK;
}

/* ---------------------------------------------------------------- order and step */

/* -1/2 ln(tolerance) is best where a step costs K^2 products (Jorba, Zou); what it costs beside
 * them, a solve a coefficient and the factors, asks for more.  Measured on seven problems, in
 * instructions to errors from 1e-4 to 1e-12: within 7 % of the best even order between 12 and 32,
 * and of any between 4 less and 4 more. */
static int order_for(const hol_stepper *s)
{
    int order = hol_choice(s, ORDER);
    if (order) return order;
    if (!hol_controlled(s)) return FIXED;
    double digits = -log(s->rtol + s->atol);
    return digits > 0 ? (int)fmin(13 + 0.5 * digits, MOST) : LEAST;
}

/* The step at which the largest component of the last term is the tolerance, or that of the last
 * but one what it is where terms fall to the tolerance evenly: the shorter one, for either term may
 * vanish by symmetry. */
static double longest_step(const hol_stepper *s, const node *n, int order)
{
    const hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double longest = INFINITY, *term = hol_take(s->work, sys->nq);
    for (int k = order > 1 ? order : 2; k <= order + 1; k++) {
        double share = k > order ? 1 : pow(fmin(s->rtol + s->atol, 1), 1. / k);
        hol_series_term(n->series, k, term);
        double of_q = share * largest_of(s, sys->q_is_length, sys->nq, n->q, term);
        hol_series_rate(n->series, k, term);
        double of_v = share * largest_of(s, sys->is_length, sys->nv, n->v, term);
        longest = fmin(longest, fmin(pow(of_q, -1. / k), pow(of_v, -1. / (k - 1))));
    }
    hol_release(s->work, mark);
    return longest;
}

static void know_longest(hol_stepper *s, node *n, int order)
{
    if (n->order != order) n->longest = longest_step(s, n, order);
    n->order = order;
}

/* What a piece of a step of length h adds to the estimate of its error. */
static void estimate(hol_stepper *s, node *n, int order, double h)
{
    if (!hol_controlled(s)) return;
    know_longest(s, n, order);
    double error = pow(fabs(h) / n->longest, order_of(s->method, s->opt));
    if (!(error <= s->error)) s->error = error;
}

/* Is the acceleration of the state z, which the series of *from had after h, another one than the
 * series tells?  A truncated series is off by the next terms, of which that of v' is the order
 * times as large; a force that jumps, or a singular configuration, is in no term. */
static bool is_belied(hol_stepper *s, int order, double h, const hol_state *z, const node *from,
                      const node *to)
{
    const double many = 4, round_off = 1e6 * DBL_EPSILON; /* of the largest acceleration */
    int nv = s->sys->nv;
    size_t mark = hol_mark(s->work);
    double *a = hol_take(s->work, nv), *off = hol_take(s->work, nv);
    hol_series_acceleration(from->series, order + 1, h, a);
    hol_series_rate(to->series, 2, off);
    double least = round_off * hol_norm_max(nv, off);
    for (int i = 0; i < nv; i++) off[i] = fabs(a[i] - off[i]) <= least ? 0 : h * (a[i] - off[i]);
    double defect = largest_of(s, s->sys->is_length, nv, z->v, off) / order;
    hol_release(s->work, mark);
    return !(defect <= many);
}

/* From the node *n to the last knot before the time `end`, whose node *n then is, and z there. */
static hol_status over_knots(hol_stepper *s, int order, double end, hol_state *z, node **n)
{
    taylor *T = s->aux;
    hol_status status = HOL_OK;
    for (double knot; T->has_knots && !status; *n = &T->knot) {
        if (!((knot = hol_model_knot(s->sys->model, (*n)->t)) < end)) break;
        estimate(s, *n, order, knot - (*n)->t);
        if (hol_controlled(s) && !(s->error <= 1)) break;
        hol_series_sum((*n)->series, order + 1, knot - (*n)->t, z->q, z->v);
        status = arrive(s, knot, z, &T->knot);
        if (!status) status = extend(T, &T->knot, order + 1);
    }
    return status;
}

/* The driver has the next step from the error of this one, h safety err^(-1/p) = safety times the
 * longest from the state before: by this safety it is that from the new state.  Where its series
 * cannot be had, the next step says so. */
static void foresee(hol_stepper *s, int order, const node *before)
{
    taylor *T = s->aux;
    node *n = &T->node[1 - T->last];
    if (before == &T->knot || extend(T, n, order + 1)) return;
    know_longest(s, n, order);
    double ratio = n->longest / before->longest;
    if (ratio > 0 && isfinite(ratio)) s->control.safety *= ratio;
}

/* Of a step that is belied, no estimate of whose error there is. */
static const double shorter = 0.25;

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    taylor *T = s->aux;
    int order = order_for(s);
    s->control = hol_control_of(s, CONTROL);
    if (T->has_knots && h < 0) return HOL_UNSUPPORTED; /* a knot begins the piece after it */
    hol_status status = find(s, z, order + 1);
    if (status) return status;
    node *n = &T->node[T->last];
    double end = n->t + h;
    if (hol_controlled(s)) s->error = 0;
    status = over_knots(s, order, end, z, &n);
    if (!status) {
        double left = n == &T->knot ? end - n->t : h;
        estimate(s, n, order, left);
        if (hol_controlled(s) && !(s->error <= 1)) return HOL_OK;
        hol_series_sum(n->series, order + 1, left, z->q, z->v);
        node *reached = &T->node[1 - T->last];
        status = arrive(s, z->t + h, z, reached);
        if (!status && hol_controlled(s) && is_belied(s, order, left, z, n, reached))
            s->error = pow(shorter, -order_of(s->method, s->opt));
        else if (!status && hol_controlled(s))
            foresee(s, order, n);
    }
    if (status != HOL_SINGULAR || !hol_controlled(s)) return status;
    s->residual.of = "rank of the constraints at the new state";
    return HOL_REJECT;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    taylor *T = s->aux;
    (void)h;
    return arrive(s, z->t, z, &T->node[1 - T->last]);
}

/* The series is of the state before the step, or of a knot behind it. */
static hol_status dense(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                        double v[])
{
    taylor *T = s->aux;
    node *n = &T->node[T->last];
    int order = order_for(s);
    double end = n->t + theta * h;
    (void)z;
    hol_status status = over_knots(s, order, end, &T->way, &n);
    if (status) return status;
    hol_series_sum(n->series, order + 1, n == &T->knot ? end - n->t : theta * h, q, v);
    return HOL_OK;
}

const hol_method hol_family_taylor[] = {
    {
        .name = "taylor",
        .family = "series",
        .source = "Jorba, Zou, Experimental Mathematics 14 (2005); the recurrence: docs/theory.md",
        .about = "power series of the motion by its recurrence, order and step by the tolerance",
        .formulation = "joint",
        .options = options,
        .needs = HOL_POWER_SERIES | HOL_FULL_RANK,
        .claims = claims,
        .setup = setup,
        .start = start,
        .step = step,
        .dense = dense,
    },
    {0},
};
