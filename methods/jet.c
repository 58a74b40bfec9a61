/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explicit Runge-Kutta methods in jet space: Tuomela, Arponen, Normi, On the simulation of
 * multibody systems with holonomic constraints, Helsinki 2006 (paper 000), sections 5 and 6.1.
 *
 * Its (y, y_1, y_2) is our (q, v, v'), its M the states with Phi = 0, G v = 0.  The distribution
 * (1, y_1, y_2) at a point of M is the index-1 acceleration (Algorithm 5.2); every stage after the
 * first is projected onto M, and so are both solutions of the embedded pair.  Like the paper we
 * compute the distribution at the new point anew though the last stage of Dormand-Prince has it
 * already: 7 distributions an accepted step, 6 a rejected one.  Deviations of the projection:
 * projection.c.  Invariants are not imposed. */
#include <math.h>
#include <string.h>

#include "methods/explicit.h"
#include "methods/projection.h"

enum { PROJECTION, INNER, NEWTON_TOL, NEWTON_FACTOR };

static const hol_option options[] = {
    [PROJECTION] = {"projection", HOL_CHOICE, 0, 0, 2, "quasi orthogonal none",
                    "onto the constraints: Algorithm 5.4, eq. (5.2), or none"},
    [INNER] = {"inner", HOL_CHOICE, 0, 0, 1, "together in-turn",
               "inner constraints: projected together with the joints, or in turn (Algorithm 5.5)"},
    [NEWTON_TOL] = {"newton_tol", HOL_REAL, 1e-12, 1e-15, 1, NULL,
                    "least tolerance of the scaled constraint residuals [1]"},
    [NEWTON_FACTOR] = {"newton_factor", HOL_REAL, 0.01, 0, 1, NULL,
                       "adaptive steps: the tolerance is this times rtol, if larger [1]"},
    {0},
};

enum { NONE = 2 }; /* the last choice of `projection`; the others are kinds of hol_projection */
enum { TOGETHER, IN_TURN };

static hol_status onto_manifold(hol_stepper *s, double t, double q[], double v[])
{
    const hol_projection *manifold = s->aux;
    double tolerance = fmax(s->opt[NEWTON_TOL], s->opt[NEWTON_FACTOR] * s->rtol);
    return manifold ? hol_project(manifold, s, tolerance, t, q, v) : HOL_OK;
}

static bool adaptive(const hol_stepper *s)
{
    return s->rtol > 0 || s->atol > 0;
}

/* Algorithm 5.2: y_2 at (t, q, v). */
static hol_status distribution(hol_stepper *s, double t, const double q[], const double v[],
                               double a[], double lambda[])
{
    return hol_acceleration(s->sys, s->work, t, q, v, a, lambda, NULL);
}

typedef struct { /* the stages of a step, each of n numbers */
    int n;
    double *q, *v, *a;
} stages;

/* The point (q, v) = (q0, v0) + h sum_i weight_i (y_1, y_2)_i, projected. */
static hol_status point(hol_stepper *s, double t, double h, const stages *Y, int count,
                        const double weight[], double q[], double v[])
{
    hol_combine(count, weight, h, Y->n, Y->v, Y->q, q);
    hol_combine(count, weight, h, Y->n, Y->a, Y->v, v);
    return onto_manifold(s, t, q, v);
}

/* Sum of squares of the components of |x - xhat| / (atol + rtol max(|x0|, |x|)); 0 / 0 is none. */
static double squares(const hol_stepper *s, int n, const double x0[], const double x[],
                      const double xhat[])
{
    double sum = 0;
    for (int k = 0; k < n; k++) {
        double d = x[k] - xhat[k], scale = s->atol + s->rtol * fmax(fabs(x0[k]), fabs(x[k]));
        if (d != 0) sum += d / scale * (d / scale);
    }
    return sum;
}

/* The state is left alone where the error estimate rejects the step. */
static hol_status try_step(const hol_table *T, hol_stepper *s, double h, hol_state *z)
{
    int n = s->sys->nv, count = T->stages;
    stages Y = {n, hol_take(s->work, count * n), hol_take(s->work, count * n),
                hol_take(s->work, count * n)};
    double *q = hol_take(s->work, n), *v = hol_take(s->work, n);
    double *qhat = hol_take(s->work, n), *vhat = hol_take(s->work, n);
    hol_status status;

    memcpy(Y.q, z->q, n * sizeof *Y.q);
    memcpy(Y.v, z->v, n * sizeof *Y.v);
    memcpy(Y.a, z->memory, n * sizeof *Y.a);
    for (int i = 1; i < count; i++) {
        double t = z->t + T->c[i] * h, *qi = Y.q + i * n, *vi = Y.v + i * n;
        if ((status = point(s, t, h, &Y, i, T->a + i * count, qi, vi))) return status;
        if ((status = distribution(s, t, qi, vi, Y.a + i * n, NULL))) return status;
    }
    if ((status = point(s, z->t + h, h, &Y, count, T->b, q, v))) return status;

    s->error = 0;
    if (adaptive(s)) {
        if ((status = point(s, z->t + h, h, &Y, count, T->bhat, qhat, vhat))) return status;
        s->error = sqrt((squares(s, n, z->q, q, qhat) + squares(s, n, z->v, v, vhat)) / (2 * n));
        if (!(s->error <= 1)) return HOL_OK;
    }
    memcpy(z->q, q, n * sizeof *q);
    memcpy(z->v, v, n * sizeof *v);
    return distribution(s, z->t + h, z->q, z->v, z->memory, z->lambda);
}

/* The state was regular: a stage that is not may have been carried there by too long a step. */
static hol_status step(const hol_table *T, hol_stepper *s, double h, hol_state *z)
{
    hol_status status = try_step(T, s, h, z);
    if (status != HOL_SINGULAR || !adaptive(s)) return status;
    s->residual_of = "rank of the constraints at a stage";
    return HOL_REJECT;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    (void)h;
    hol_status status = onto_manifold(s, z->t, z->q, z->v);
    return status ? status : distribution(s, z->t, z->q, z->v, z->memory, z->lambda);
}

static size_t memory(const hol_system *sys, const double opt[])
{
    (void)opt;
    return sys->nv; /* y_2 at the state */
}

static hol_claims claims(const hol_table *T, const double opt[])
{
    hol_kept kept = (int)opt[PROJECTION] == NONE ? HOL_NOT_KEPT : HOL_EXACT;
    return (hol_claims){
        .order_q = T->order,
        .order_v = T->order,
        .order_lambda = T->order, /* of the index-1 equations at the new point */
        .phi = kept,
        .gv = kept,
        .inner = kept,
        .error_order = T->error_order + 1, /* |p5 - p4| = O(h^5) */
    };
}

static hol_status setup(hol_stepper *s)
{
    int kind = (int)s->opt[PROJECTION];
    if (kind == HOL_PROJECTION_ORTHOGONAL && !(s->sys->has & HOL_SMALL)) return HOL_UNSUPPORTED;
    if (kind != NONE)
        s->aux =
            hol_projection_new(s->sys, (hol_projection_kind)kind, (int)s->opt[INNER] == IN_TURN);
    return HOL_OK;
}

static void release(hol_stepper *s)
{
    hol_projection_free(s->aux);
}

static hol_status step_dp5(hol_stepper *s, double h, hol_state *z)
{
    return step(&hol_table_dp5, s, h, z);
}

static hol_claims claims_dp5(const hol_system *sys, const double opt[])
{
    (void)sys;
    return claims(&hol_table_dp5, opt);
}

static const hol_method jet_dp5 = {
    .name = "jet-dp5",
    .family = "jet",
    .source = "Tuomela, Arponen, Normi 2006, section 5 (paper 000)",
    .about = "Dormand-Prince 5(4) on the jet manifold of the constraints, stages projected",
    .formulation = "euler",
    .options = options,
    .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC,
    .claims = claims_dp5,
    .memory = memory,
    .setup = setup,
    .release = release,
    .start = start,
    .step = step_dp5,
};

const hol_method *const hol_family_jet[] = {&jet_dp5, NULL};
