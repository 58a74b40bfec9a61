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
#include <stdlib.h>
#include <string.h>

#include "methods/explicit.h"
#include "methods/memory.h"
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

typedef struct { /* what set-up makes */
    const hol_table *T;
    hol_projection *manifold; /* NULL: no projection */
    int n, filled;            /* numbers of a stage; stages there are */
    double *q, *v, *a;        /* of the stages: y, y_1, y_2, T->extension->stages x n each */
    double t;                 /* at which the step began */
} jet;

static hol_status onto_manifold(hol_stepper *s, double t, double q[], double v[])
{
    const jet *J = s->aux;
    double tolerance = fmax(s->opt[NEWTON_TOL], s->opt[NEWTON_FACTOR] * s->rtol);
    return J->manifold ? hol_project(J->manifold, s, tolerance, t, q, v) : HOL_OK;
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

/* The stage after those there are, with the weights of their y_1 and y_2. */
static hol_status next_stage(hol_stepper *s, double h, const double weight[])
{
    jet *J = s->aux;
    int i = J->filled, n = J->n;
    double t = J->t + J->T->c[i] * h, *q = J->q + i * n, *v = J->v + i * n;
    hol_combine(i, weight, h, n, J->v, J->q, q);
    hol_combine(i, weight, h, n, J->a, J->v, v);
    hol_status status = onto_manifold(s, t, q, v);
    if (!status) status = distribution(s, t, q, v, J->a + i * n, NULL);
    if (!status) J->filled++;
    return status;
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

/* Norm of the difference of the projections of (q, v) + h sum_j weight_j (y_1, y_2)_j and of
 * (q, v), which is (q1, v1). */
static hol_status embedded(hol_stepper *s, const hol_state *z, double h, const double weight[],
                           const double q[], const double v[], const double q1[], const double v1[],
                           double *error)
{
    const jet *J = s->aux;
    int n = J->n;
    double *qhat = hol_take(s->work, n), *vhat = hol_take(s->work, n);
    hol_combine(J->T->stages, weight, -h, n, J->v, q, qhat);
    hol_combine(J->T->stages, weight, -h, n, J->a, v, vhat);
    hol_status status = onto_manifold(s, z->t + h, qhat, vhat);
    *error = sqrt((squares(s, n, z->q, q1, qhat) + squares(s, n, z->v, v1, vhat)) / (2 * n));
    return status;
}

/* The state is left alone where the error estimate rejects the step. */
static hol_status try_step(hol_stepper *s, double h, hol_state *z)
{
    jet *J = s->aux;
    const hol_table *T = J->T;
    int n = J->n;
    double *q = hol_take(s->work, n), *v = hol_take(s->work, n);
    double *q1 = hol_take(s->work, n), *v1 = hol_take(s->work, n);
    hol_status status;

    J->t = z->t;
    J->filled = 1;
    memcpy(J->q, z->q, n * sizeof *q);
    memcpy(J->v, z->v, n * sizeof *v);
    memcpy(J->a, z->memory, n * sizeof *v);
    for (int i = 1; i < T->stages; i++)
        if ((status = next_stage(s, h, T->a + i * T->stages))) return status;

    hol_combine(T->stages, T->b, h, n, J->v, z->q, q);
    hol_combine(T->stages, T->b, h, n, J->a, z->v, v);
    memcpy(q1, q, n * sizeof *q);
    memcpy(v1, v, n * sizeof *v);
    if ((status = onto_manifold(s, z->t + h, q1, v1))) return status;

    s->error = 0;
    if (adaptive(s)) {
        double E[2] = {0};
        for (int k = 0; k < 2 && T->e[k]; k++)
            if ((status = embedded(s, z, h, T->e[k], q, v, q1, v1, &E[k]))) return status;
        s->error = hol_estimate(E[0], E[1]);
        if (!(s->error <= 1)) return HOL_OK;
    }
    memcpy(z->q, q1, n * sizeof *q);
    memcpy(z->v, v1, n * sizeof *v);
    return distribution(s, z->t + h, z->q, z->v, z->memory, z->lambda);
}

/* The state was regular: a stage that is not may have been carried there by too long a step. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_status status = try_step(s, h, z);
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
        .error_order = hol_estimate_order(T),
    };
}

static hol_status setup(hol_stepper *s, const hol_table *T)
{
    int kind = (int)s->opt[PROJECTION];
    if (kind == HOL_PROJECTION_ORTHOGONAL && !(s->sys->has & HOL_SMALL)) return HOL_UNSUPPORTED;
    jet *J = s->aux = hol_zeroed(1, sizeof *J);
    size_t size = (size_t)T->extension->stages * (size_t)s->sys->nv;
    J->T = T;
    J->n = s->sys->nv;
    J->q = hol_zeroed(3 * size, sizeof *J->q);
    J->v = J->q + size;
    J->a = J->v + size;
    if (kind != NONE)
        J->manifold =
            hol_projection_new(s->sys, (hol_projection_kind)kind, (int)s->opt[INNER] == IN_TURN);
    return HOL_OK;
}

static void release(hol_stepper *s)
{
    jet *J = s->aux;
    hol_projection_free(J->manifold);
    free(J->q);
    free(J);
}

/* The extension of the step just taken.  Its own stages are computed when first asked for; one that
 * fails is left at zero. */
static void dense(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                  double v[])
{
    jet *J = s->aux;
    const hol_extension *E = J->T->extension;
    int n = J->n, stages = J->T->stages;
    size_t mark = hol_mark(s->work);
    memcpy(J->q + E->node * n, z->q, n * sizeof *q);
    memcpy(J->v + E->node * n, z->v, n * sizeof *v);
    memcpy(J->a + E->node * n, z->memory, n * sizeof *v);
    if (J->filled <= E->node) J->filled = E->node + 1;
    while (J->filled < E->stages)
        if (next_stage(s, h, E->a + (J->filled - stages) * E->stages)) break;
    hol_extend(J->T, theta, h, n, J->v, J->q, z->q, q);
    hol_extend(J->T, theta, h, n, J->a, J->v, z->v, v);
    hol_release(s->work, mark);
}

static hol_status setup_dp5(hol_stepper *s)
{
    return setup(s, &hol_table_dp5);
}

static hol_claims claims_dp5(const hol_system *sys, const double opt[])
{
    (void)sys;
    return claims(&hol_table_dp5, opt);
}

static hol_status setup_dop853(hol_stepper *s)
{
    return setup(s, &hol_table_dop853);
}

static hol_claims claims_dop853(const hol_system *sys, const double opt[])
{
    (void)sys;
    return claims(&hol_table_dop853, opt);
}

#define JET                                                                                        \
    .family = "jet", .source = "Tuomela, Arponen, Normi 2006, section 5 (paper 000)",              \
    .formulation = "euler", .options = options,                                                    \
    .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK, .memory = memory,         \
    .release = release, .start = start, .step = step, .dense = dense

static const hol_method jet_dp5 = {
    .name = "jet-dp5",
    .about = "Dormand-Prince 5(4) on the jet manifold of the constraints, stages projected",
    .claims = claims_dp5,
    .setup = setup_dp5,
    JET,
};

static const hol_method jet_dop853 = {
    .name = "jet-dop853",
    .about = "Dormand-Prince 8(5,3) on the jet manifold of the constraints, stages projected",
    .claims = claims_dop853,
    .setup = setup_dop853,
    JET,
};

const hol_method *const hol_family_jet[] = {&jet_dp5, &jet_dop853, NULL};
