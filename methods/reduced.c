/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multiplier-free equations of motion on charts: E. J. Haug, P. Pavesic, "Mechanical System
 * Kinematics and Dynamics on Differentiable Manifolds", 2023 (paper 002), sections 5, 6. */
#include <string.h>

#include "holonomy/dense.h"
#include "methods/reduced.h"

size_t hol_reduced_memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return hol_chart_size(sys) + 3 * (size_t)(sys->nq - sys->nc);
}

hol_reduced hol_reduced_view(hol_stepper *s, hol_state *z)
{
    hol_chart_rule rule = hol_chart_rule_of(s, 0);
    rule.before = hol_choice(s, HOL_REDUCED_STOPPING) == 0;
    hol_reduced y = {.s = s, .z = z, .t = z->t, .chart = hol_chart_view(s, rule, z->memory)};
    y.v = z->memory + hol_chart_size(s->sys);
    y.vdot = y.v + y.chart.d;
    y.g = y.vdot + y.chart.d;
    return y;
}

/* ---------------------------------------------------------------- equations of motion */

hol_reduced_point hol_reduced_point_take(hol_reduced *y, bool multipliers)
{
    int n = y->chart.n;
    hol_work *w = y->s->work;
    return (hol_reduced_point){hol_take(w, n), hol_take(w, n), hol_take(w, n * y->chart.d),
                               multipliers ? hol_take(w, y->chart.m) : NULL};
}

void hol_reduced_bend(hol_eval *sys, hol_work *w, double t, const double q[], const double qdot[],
                      double c[])
{
    hol_curvature(sys, q, qdot, c);
    if (sys->has & HOL_SCLERONOMIC) return;
    size_t mark = hol_mark(w);
    double *phi_tt = hol_take(w, sys->nc);
    hol_drive(sys, t, q, qdot, NULL, phi_tt);
    hol_axpy(sys->nc, 1, phi_tt, c);
    hol_release(w, mark);
}

/* q' -= U B Phi_t: what the constraints carry along. */
static void carry(const hol_chart *c, double t, const double q[], double qdot[])
{
    hol_eval *sys = c->s->sys;
    if (sys->has & HOL_SCLERONOMIC) return;
    size_t mark = hol_mark(c->s->work);
    double *phi_t = hol_take(c->s->work, c->m), *carried = hol_take(c->s->work, c->n);
    hol_drive(sys, t, q, qdot, phi_t, NULL);
    hol_chart_normal(c, phi_t, carried);
    hol_axpy(c->n, -1, carried, qdot);
    hol_release(c->s->work, mark);
}

/* D^T M D v'' = D^T r with r = f + M U B c (32), by (29) also f - M q'' = r - M D v''. */
hol_status hol_reduced_at(hol_reduced *y, double t, const double vdot[], const hol_reduced_point *x,
                          double g[])
{
    hol_stepper *s = y->s;
    hol_eval *sys = s->sys;
    hol_chart *c = &y->chart;
    int n = c->n, d = c->d;
    double *MD = hol_take(s->work, n * d), *M = hol_take(s->work, sys->M.nnz);
    double *DMD = hol_take(s->work, d * d), *dGv = hol_take(s->work, c->m);
    double *f = hol_take(s->work, n), *r = hol_take(s->work, n);
    hol_status status;

    c->t = t;
    if ((status = hol_chart_tangent(c, x->q, x->D))) return status;
    for (int i = 0; i < n; i++) x->qdot[i] = hol_dot(d, x->D + i * d, vdot); /* (24) */
    carry(c, t, x->q, x->qdot);

    hol_mass(sys, x->q, M);
    hol_reduced_bend(sys, s->work, t, x->q, x->qdot, dGv);
    hol_chart_normal(c, dGv, f);
    hol_multiply(&sys->M, M, f, r);
    hol_total_force(sys, t, x->q, x->qdot, f);
    hol_axpy(n, 1.0, f, r);

    hol_multiply_columns(&sys->M, M, d, x->D, MD);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < d; k++) hol_axpy(k + 1, x->D[i * d + k], MD + i * d, DMD + k * d);
    if ((status = hol_cholesky_factor(d, DMD))) return status;
    hol_multiply_dense_transposed(n, d, x->D, r, g);
    hol_cholesky_solve(d, DMD, g); /* (34) */

    if (!x->lambda) return HOL_OK;
    for (int i = 0; i < n; i++) r[i] -= hol_dot(d, MD + i * d, g);
    hol_chart_multipliers(c, r, x->lambda);
    return HOL_OK;
}

hol_status hol_reduced_acceleration(hol_reduced *y, double t, const double v[], const double vdot[],
                                    const hol_reduced_point *x, double g[])
{
    size_t mark = hol_mark(y->s->work);
    y->chart.t = t;
    hol_status status = hol_chart_point(&y->chart, v, x->q);
    if (!status) status = hol_reduced_at(y, t, vdot, x, g);
    hol_release(y->s->work, mark);
    return status;
}

/* ---------------------------------------------------------------- the node */

void hol_reduced_move(hol_reduced *y, const double v[], const double vdot[], const double g[],
                      const hol_reduced_point *x)
{
    const hol_chart *c = &y->chart;
    memcpy(y->v, v, sizeof(double) * (size_t)c->d);
    memcpy(y->vdot, vdot, sizeof(double) * (size_t)c->d);
    memcpy(y->g, g, sizeof(double) * (size_t)c->d);
    memcpy(y->z->q, x->q, sizeof(double) * (size_t)c->n);
    memcpy(y->z->v, x->qdot, sizeof(double) * (size_t)c->n);
    memcpy(y->z->lambda, x->lambda, sizeof(double) * (size_t)c->m);
}

/* D v'' - U B c = V v'' - U B (G V v'' + c), with the B there is. */
void hol_reduced_qddot(hol_reduced *y, double qddot[])
{
    hol_eval *sys = y->s->sys;
    const hol_chart *c = &y->chart;
    hol_work *w = y->s->work;
    size_t mark = hol_mark(w);
    double *G = hol_take(w, sys->G.nnz), *bent = hol_take(w, c->m), *part = hol_take(w, c->m);
    double *normal = hol_take(w, c->n);

    hol_constraints(sys, y->t, y->z->q, NULL, G);
    hol_reduced_bend(sys, w, y->t, y->z->q, y->z->v, bent);
    hol_chart_along(c, y->g, qddot);
    hol_multiply(&sys->G, G, qddot, part);
    hol_axpy(c->m, 1, part, bent);
    hol_chart_normal(c, bent, normal);
    hol_axpy(c->n, -1, normal, qddot);
    hol_release(w, mark);
}

/* A new chart at the state's q, which stands bit for bit; v = 0, v' by (35). */
static hol_status recentre(hol_reduced *y)
{
    hol_stepper *s = y->s;
    hol_state *z = y->z;
    hol_chart *c = &y->chart;
    size_t mark = hol_mark(s->work);
    hol_reduced_point node = {z->q, hol_take(s->work, c->n), hol_take(s->work, c->n * c->d),
                              z->lambda};

    c->t = y->t;
    hol_status status = hol_chart_open(c, z->q);
    if (!status) {
        memset(y->v, 0, sizeof(double) * (size_t)c->d);
        hol_chart_velocity(c, z->v, y->vdot);
        status = hol_reduced_at(y, y->t, y->vdot, &node, y->g);
    }
    hol_release(s->work, mark);
    return status;
}

hol_status hol_reduced_start(hol_stepper *s, double h, hol_state *z)
{
    (void)h;
    hol_reduced y = hol_reduced_view(s, z);
    return recentre(&y);
}

/* ---------------------------------------------------------------- steps */

typedef struct {
    hol_reduced y;
    hol_reduced_scheme *scheme;
} stepping;

static hol_status renew(void *self)
{
    stepping *P = self;
    P->y.s->count->reparametrisations++;
    return recentre(&P->y);
}

static hol_status within(void *self, double h)
{
    stepping *P = self;
    hol_status status = P->scheme(&P->y, h);
    if (!status) P->y.t += h;
    return status;
}

hol_status hol_reduced_step(hol_stepper *s, double h, hol_state *z, hol_reduced_scheme *scheme)
{
    stepping P = {hol_reduced_view(s, z), scheme};
    return hol_chart_step(&P.y.chart, h, &(hol_chart_node){&P, P.y.v, renew, within});
}
