/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The step of the jet-space methods (paper 000, section 6.1; see jet.c), in the order in which it
 * is taken.  With k the stages and x the state (q, v) = (y, y_1):
 *
 *     x_i = project(x_0 + h sum_j a_ij D_j),   D_j = (y_1, y_2)_j by Algorithm 5.2     next_stage
 *     x = x_0 + h sum_j b_j D_j                                                        all_stages
 *     f_inv at t + h, W_ext of the step included                                       aim
 *     x_1 = project(x),  x_1^ = project(x - h sum_j e_j D_j),  |x_1 - x_1^|            estimate
 *
 * where project is Algorithm 5.5, of x_i onto M alone, of x and x^ onto the invariants too. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "holonomy/explicit.h"
#include "methods/external_work.h"
#include "methods/jet.h"

static hol_jet_memory memory_of(const hol_jet *J, const hol_state *z)
{
    double *f = z->memory + J->n;
    return (hol_jet_memory){z->memory, f, f + (J->invariants ? J->invariants->count : 0)};
}

/* ---------------------------------------------------------------- distribution and projection */

/* Algorithm 5.2: y_2 (n) at (t, y, y_1), and lambda (nc, or NULL). */
static hol_status distribution(hol_stepper *s, double t, const double q[], const double v[],
                               double a[], double lambda[])
{
    const hol_jet *J = s->aux;
    bool timed = hol_choice(s, HOL_JET_TIMED) != 0;
    double from = timed ? hol_cpu_seconds() : 0;
    hol_status status = J->solver ? hol_acceleration_by(J->solver, s->sys, t, q, v, a, lambda, NULL)
                                  : hol_acceleration(s->sys, t, q, v, a, lambda, NULL);
    if (timed) s->count->seconds_acceleration += hol_cpu_seconds() - from;
    return status;
}

/* Algorithm 5.5: (q, v) onto M, and onto f_inv = target; target NULL: onto M alone. */
static hol_status onto_manifold(hol_stepper *s, double t, double q[], double v[],
                                const double target[])
{
    const hol_jet *J = s->aux;
    if (!J->manifold) return HOL_OK;
    double tolerance =
        fmax(hol_real(s, HOL_JET_NEWTON_TOL), hol_real(s, HOL_JET_NEWTON_FACTOR) * s->rtol);
    bool timed = hol_choice(s, HOL_JET_TIMED) != 0;
    double from = timed ? hol_cpu_seconds() : 0;
    hol_status status = hol_project(J->manifold, s, tolerance, t, q, v, target);
    if (timed) s->count->seconds_projection += hol_cpu_seconds() - from;
    return status;
}

/* ---------------------------------------------------------------- invariants */

/* (y, y_1) at t + theta h, by the continuous extension of the stages. */
static void motion(void *self, double theta, double q[], double v[])
{
    const hol_jet *J = self;
    int node = J->T->extension->node * J->n;
    hol_extend(J->T, theta, J->h, J->n, J->v, J->q, J->q + node, q);
    hol_extend(J->T, theta, J->h, J->n, J->a, J->v, J->v + node, v);
}

/* Stage i = J->filled: y = y_0 + h sum_j weight_j (y_1)_j, y_1 likewise of (y_2)_j, j < i,
 * projected; and its y_2. */
static hol_status next_stage(hol_stepper *s, const double weight[])
{
    hol_jet *J = s->aux;
    int i = J->filled, n = J->n;
    double t = J->t + J->T->c[i] * J->h, *q = J->q + i * n, *v = J->v + i * n;
    hol_combine(i, weight, J->h, n, J->v, J->q, q);
    hol_combine(i, weight, J->h, n, J->a, J->v, v);
    hol_status status = HOL_OK;
    if (hol_choice(s, HOL_JET_STAGES) != HOL_JET_FREE)
        status = onto_manifold(
            s, t, q, v, hol_choice(s, HOL_JET_STAGES) == HOL_JET_ONTO_ALL ? J->target : NULL);
    if (!status) status = distribution(s, t, q, v, J->a + i * n, NULL);
    if (!status) J->filled++;
    return status;
}

/* Computes the stages that the continuous extension needs beside the step's; its node is the new
 * point (q1, v1), with y_2 = a1. */
static hol_status extend(hol_stepper *s, const double q1[], const double v1[], const double a1[])
{
    hol_jet *J = s->aux;
    const hol_extension *E = J->T->extension;
    int n = J->n, node = E->node * n;
    size_t bytes = (size_t)n * sizeof *q1;
    memcpy(J->q + node, q1, bytes);
    memcpy(J->v + node, v1, bytes);
    memcpy(J->a + node, a1, bytes);
    if (J->filled <= E->node) J->filled = E->node + 1;
    while (J->filled < E->stages) {
        hol_status status = next_stage(s, E->a + (J->filled - J->T->stages) * E->stages);
        if (status) return status;
    }
    return HOL_OK;
}

/* The part of W_ext = int <H y_1, F_e> dt (section 4.1) between t and t + h [J], for a step that
 * ends at (q, v): the trapezoidal rule of the paper; or exact where the forces say it; or Lobatto's
 * rule on the continuous extension. */
static hol_status external_work(hol_stepper *s, const hol_jet_memory *m, const double q[],
                                const double v[], double *W)
{
    hol_jet *J = s->aux;
    double t1 = J->t + J->h;
    double power[2] = {m->W[1], hol_power(s->sys, s->work, t1, q, v)};
    *W = 0.5 * J->h * (power[0] + power[1]);
    if (hol_choice(s, HOL_JET_WORK) == HOL_JET_TRAPEZOID || s->sys->has & HOL_CONSERVATIVE)
        return HOL_OK;
    double exact = s->sys->work ? hol_work_between(s->sys, J->q, q) : (double)NAN;
    if (isfinite(exact)) {
        *W = exact;
        return HOL_OK;
    }
    size_t mark = hol_mark(s->work);
    double *a = hol_take(s->work, J->n);
    hol_status status = distribution(s, t1, q, v, a, NULL);
    if (!status) status = extend(s, q, v, a);
    if (!status) *W = hol_lobatto_work(s->sys, s->work, J->t, J->h, power, motion, J);
    hol_release(s->work, mark);
    return status;
}

/* J->target = f_inv at t + h: its value at the start, and for W_total = T + U - W_ext also the work
 * until t and that of this step, W, which ends at (q, v) but for the projection. */
static hol_status aim(hol_stepper *s, const hol_state *z, const double q[], const double v[],
                      double *W)
{
    hol_jet *J = s->aux;
    *W = 0;
    if (!J->invariants) return HOL_OK;
    hol_jet_memory m = memory_of(J, z);
    int which = hol_choice(s, HOL_JET_INVARIANT);
    bool total = which == HOL_JET_TOTAL_ENERGY || which == HOL_JET_TOTAL_ENERGY_MOMENTA;
    hol_status status = total ? external_work(s, &m, q, v, W) : HOL_OK;
    memcpy(J->target, m.f, (size_t)J->invariants->count * sizeof *m.f);
    if (total) J->target[0] += m.W[0] + *W;
    return status;
}

/* ---------------------------------------------------------------- the step */

typedef struct {
    double *q, *v;
} point;

/* E: the RMS, in units of the tolerance, of x1 - x^1, x^ = x - h sum_j weight_j (y_1, y_2)_j the
 * embedded solution; projected as x was to give x1, or subtracted from x1 as it is. */
static hol_status estimate(hol_stepper *s, const double weight[], point x, point x1, double *E)
{
    const hol_jet *J = s->aux;
    int n = J->n;
    bool projected = hol_choice(s, HOL_JET_EMBEDDED) == HOL_JET_EMBEDDED_PROJECTED && J->manifold;
    double *q = hol_take(s->work, n), *v = hol_take(s->work, n);
    point from = projected ? x : x1;
    hol_combine(J->T->stages, weight, -J->h, n, J->v, from.q, q);
    hol_combine(J->T->stages, weight, -J->h, n, J->a, from.v, v);
    hol_status status = projected ? onto_manifold(s, J->t + J->h, q, v, J->target) : HOL_OK;
    const bool *is_length = s->sys->is_length;
    *E = hol_scaled_mean(hol_scaled_squares(s, is_length, n, J->q, x1.q, q) +
                             hol_scaled_squares(s, is_length, n, J->v, x1.v, v),
                         2 * n);
    return status;
}

/* The stages of the step h from z, and the new point x before its projection. */
static hol_status all_stages(hol_stepper *s, double h, const hol_state *z, point x)
{
    hol_jet *J = s->aux;
    const hol_butcher *T = J->T;
    int n = J->n;
    size_t bytes = (size_t)n * sizeof *x.q;
    J->t = z->t;
    J->h = h;
    J->filled = 1;
    memcpy(J->q, z->q, bytes);
    memcpy(J->v, z->v, bytes);
    memcpy(J->a, z->memory, bytes);
    if (J->manifold) hol_projection_renew(J->manifold);
    if (J->target) memcpy(J->target, memory_of(J, z).f, (size_t)J->invariants->count * sizeof *x.q);
    for (int i = 1; i < T->stages; i++) {
        hol_status status = next_stage(s, T->a + i * T->stages);
        if (status) return status;
    }
    hol_combine(T->stages, T->b, h, n, J->v, z->q, x.q);
    hol_combine(T->stages, T->b, h, n, J->a, z->v, x.v);
    return HOL_OK;
}

/* The state is left alone where the error estimate rejects the step. */
static hol_status try_step(hol_stepper *s, double h, hol_state *z)
{
    hol_jet *J = s->aux;
    int n = J->n;
    size_t bytes = (size_t)n * sizeof(double);
    point x = {hol_take(s->work, n), hol_take(s->work, n)};
    point x1 = {hol_take(s->work, n), hol_take(s->work, n)};
    double W;
    hol_status status;
    if ((status = all_stages(s, h, z, x))) return status;
    if ((status = aim(s, z, x.q, x.v, &W))) return status;
    memcpy(x1.q, x.q, bytes);
    memcpy(x1.v, x.v, bytes);
    if ((status = onto_manifold(s, z->t + h, x1.q, x1.v, J->target))) return status;

    s->error = 0;
    if (hol_controlled(s)) {
        double E[2] = {0};
        for (int k = 0; k < 2 && J->T->e[k]; k++)
            if ((status = estimate(s, J->T->e[k], x, x1, &E[k]))) return status;
        s->error = hol_estimate(E[0], E[1]);
        if (!(s->error <= 1)) return HOL_OK;
    }
    memcpy(z->q, x1.q, bytes);
    memcpy(z->v, x1.v, bytes);
    if (J->invariants) {
        hol_jet_memory m = memory_of(J, z);
        m.W[0] += W;
        m.W[1] = hol_power(s->sys, s->work, z->t + h, z->q, z->v);
    }
    return distribution(s, z->t + h, z->q, z->v, z->memory, z->lambda);
}

/* The state was regular: a stage that is not may have been carried there by too long a step. */
hol_status hol_jet_step(hol_stepper *s, double h, hol_state *z)
{
    hol_status status = try_step(s, h, z);
    if (status != HOL_SINGULAR || !hol_controlled(s)) return status;
    s->residual.of = "rank of the constraints at a stage";
    return HOL_REJECT;
}

hol_status hol_jet_start(hol_stepper *s, double h, hol_state *z)
{
    const hol_jet *J = s->aux;
    (void)h;
    size_t mark = hol_mark(s->work);
    if (J->manifold) hol_take(s->work, hol_projection_room(J->manifold) + 12 * J->n);
    hol_release(s->work, mark);
    if (J->manifold) hol_projection_renew(J->manifold);
    hol_status status = onto_manifold(s, z->t, z->q, z->v, NULL);
    if (status) return status;
    if (J->invariants) {
        hol_jet_memory m = memory_of(J, z);
        hol_invariants_at(J->invariants, s->work, z->q, z->v, m.f);
        m.W[0] = 0;
        m.W[1] = hol_power(s->sys, s->work, z->t, z->q, z->v);
    }
    return distribution(s, z->t, z->q, z->v, z->memory, z->lambda);
}

/* The continuous extension of the step just taken, whose own stages are computed when first asked
 * for. */
hol_status hol_jet_dense(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                         double v[])
{
    (void)h;
    hol_status status = extend(s, z->q, z->v, z->memory);
    if (!status) motion(s->aux, theta, q, v);
    return status;
}
