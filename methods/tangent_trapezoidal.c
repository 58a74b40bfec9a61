/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tangent-trapezoidal: the trapezoidal rule on the multiplier-free equations of motion in
 * tangent-space charts (paper 002, sections 6 and 7.2; reduced.h),
 *
 *   v1 = v + h v' + h^2/4 (g0 + g1),   v1' = v' + h/2 (g0 + g1),   g1 = g(t1, v1, v1')
 *
 * The unknown is g1 = v1''; Newton's matrix 1 - h^2/4 dg/dv - h/2 dg/dv' is made once a step. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/newton.h"
#include "methods/reduced.h"
#include "methods/stepper.h"

enum { NEWTON_TOL = HOL_REDUCED_OPTIONS, JACOBIAN };
enum { ANALYTIC, DIFFERENCED };

static const hol_option options[] = {
    HOL_REDUCED_OPTION_ROWS,
    {"newton_tol", HOL_REAL, 1e-15, 0, 1e-3, NULL,
     "largest last correction of v'' by what it moves v and v', relative to length and speed"},
    {"jacobian", HOL_CHOICE, ANALYTIC, 0, 1, "analytic differenced",
     "Newton's matrix from the derivatives of the equations, or from differences of g"},
    {0},
};

typedef struct { /* the end of a step: v1, v1' of the unknown and g there */
    hol_reduced *y;
    double h;
    double *v, *vdot, *g; /* d */
    hol_reduced_point x;
} end_point;

static hol_status evaluate(end_point *e, const double unknown[])
{
    hol_reduced *y = e->y;
    double h = e->h;
    for (int i = 0; i < y->chart.d; i++) {
        double sum = y->g[i] + unknown[i];
        e->v[i] = y->v[i] + h * y->vdot[i] + h * h / 4 * sum;
        e->vdot[i] = y->vdot[i] + h / 2 * sum;
    }
    return hol_reduced_acceleration(y, y->t + h, e->v, e->vdot, &e->x, e->g);
}

static hol_status analytic(end_point *e, double J[])
{
    hol_reduced *y = e->y;
    int d = y->chart.d;
    double *g_v = hol_take(y->s->work, d * d), *g_vdot = hol_take(y->s->work, d * d), h = e->h;
    hol_status status = hol_reduced_tangent(y, y->t + h, e->g, &e->x, g_v, g_vdot);
    for (int i = 0; i < d * d; i++)
        J[i] = (i % (d + 1) == 0) - h * h / 4 * g_v[i] - h / 2 * g_vdot[i];
    return status;
}

/* Forward differences of g, of a size that moves v1' by the root of round-off. */
static hol_status differenced(end_point *e, const double unknown[], double J[])
{
    hol_reduced *y = e->y;
    hol_work *w = y->s->work;
    int d = y->chart.d;
    double size = sqrt(DBL_EPSILON) * y->s->sys->speed / e->h;
    double *moved = hol_take(w, d), *place = hol_take(w, hol_chart_place(&y->chart));
    end_point f = {
        y, e->h, hol_take(w, d), hol_take(w, d), hol_take(w, d), hol_reduced_point_take(y, false)};
    hol_status status = HOL_OK;

    hol_chart_keep(&y->chart, place);
    for (int k = 0; k < d && !status; k++) {
        memcpy(moved, unknown, sizeof(double) * (size_t)d);
        moved[k] += size;
        status = evaluate(&f, moved);
        for (int i = 0; i < d; i++) J[i * d + k] = (i == k) - (f.g[i] - e->g[i]) / size;
    }
    hol_chart_go_back(&y->chart, place);
    return status;
}

/* Newton's matrix at the first point, factorised. */
static hol_status linearise(end_point *e, const double unknown[], double J[])
{
    hol_stepper *s = e->y->s;
    size_t mark = hol_mark(s->work);
    hol_status status =
        hol_choice(s, JACOBIAN) == ANALYTIC ? analytic(e, J) : differenced(e, unknown, J);
    hol_release(s->work, mark);
    return status ? status : hol_lu_factor(e->y->chart.d, J, s->aux);
}

static hol_status step_in_chart(hol_reduced *y, double h)
{
    hol_stepper *s = y->s;
    int d = y->chart.d;
    double *unknown = hol_take(s->work, d), *x = hol_take(s->work, d);
    double *J = hol_take(s->work, d * d);
    end_point e = {y,
                   h,
                   hol_take(s->work, d),
                   hol_take(s->work, d),
                   hol_take(s->work, d),
                   hol_reduced_point_take(y, true)};
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict = HOL_ITERATE;
    hol_status status;

    memcpy(unknown, y->g, sizeof(double) * (size_t)d);
    if ((status = evaluate(&e, unknown))) return status;
    if ((status = linearise(&e, unknown, J))) return status;
    while (verdict == HOL_ITERATE) {
        for (int i = 0; i < d; i++) x[i] = e.g[i] - unknown[i];
        hol_lu_solve(d, J, s->aux, x);
        hol_axpy(d, 1, x, unknown);
        if ((status = evaluate(&e, unknown))) return status;
        double moved = fabs(h) / 2 * hol_norm_max(d, x); /* of v', and of v times 2 / h */
        verdict =
            hol_newton_judge(&newton, fmax(moved / s->sys->speed,
                                           fabs(h) / 2 * moved / (s->sys->length / s->sys->unit)));
    }
    if ((status = hol_newton_end(&newton, verdict, "v'' of the trapezoidal rule", s->count,
                                 &s->residual)))
        return status;
    hol_reduced_move(y, e.v, e.vdot, e.g, &e.x);
    return HOL_OK;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    return hol_reduced_step(s, h, z, step_in_chart);
}

/* The pivots of Newton's matrix. */
static hol_status setup(hol_stepper *s)
{
    s->aux = hol_alloc(s->memory, (size_t)(s->sys->nv - s->sys->nc), sizeof(int));
    return HOL_OK;
}

const hol_method hol_family_tangent_trapezoidal[] = {
    {
        .name = "tangent-trapezoidal",
        .family = "tangent",
        .source = "Haug, Pavesic 2023, eqs (8)-(16), (20)-(35), section 7.2 (paper 002)",
        .about = "multiplier-free equations in tangent-space charts, implicit trapezoidal rule",
        .formulation = "euler",
        .options = options,
        .ends = hol_chart_ends,
        .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK | HOL_SMALL,
        .claims = hol_claims_of_data,
        .data = &(const hol_claims){.order_q = 2,
                                    .order_v = 2,
                                    .order_lambda = 2,
                                    .phi = HOL_EXACT,
                                    .gv = HOL_EXACT,
                                    .inner = HOL_EXACT},
        .memory = hol_reduced_memory,
        .setup = setup,
        .start = hol_reduced_start,
        .step = step,
    },
    {0},
};
