/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraints and invariants as one dense f(x) = 0 for Newton's method with second and third
 * derivatives: paper 000, eqs (5.2), (5.3), (5.5).  With x = (q, v) the rows are dg v, g, and the
 * invariants, of the multipliers alpha, beta and gamma; x and all rows are counted in the units of
 * the system, in which distances are Euclidean:
 *
 *     df = [ d2g(v, .)  dg ]      mu d2f = [ alpha d3g(v, ., .) + beta d2g    alpha d2g ]
 *          [ dg         0  ]               [ alpha d2g                        0         ]
 *          [ dW/dq   dW/dv ]               + gamma d2W */
#include <string.h>

#include "holonomy/dense.h"
#include "methods/dense_block.h"
#include "methods/foot.h"
#include "methods/projection_parts.h"

typedef struct {
    hol_projecting *P;
    unsigned rows;
    int n, m, r, N;               /* coordinates, rows of g, invariants, unknowns */
    int velocity, position, kept; /* the first row of each, where they are */
    double *unit, *H;             /* nc, zero; pattern K */
} parts;

/* (q, v) of x, in SI units. */
static void place(const parts *f, const double x[])
{
    hol_projecting *P = f->P;
    hol_eval *sys = P->p->sys;
    memcpy(P->q, x, (size_t)f->n * sizeof *x);
    hol_scale_units(sys, 1, P->q);
    if (f->N == f->n) return;
    memcpy(P->v, x + f->n, (size_t)f->n * sizeof *x);
    hol_scale_units(sys, 1, P->v);
}

/* Rows and columns of df, and the values, in the units of the system. */
static void scale_rows(const parts *f, double value[], double df[])
{
    hol_eval *sys = f->P->p->sys;
    const double *scale = f->P->p->invariants ? f->P->p->invariants->scale : NULL;
    if (sys->unit == 1) return;
    for (int i = 0; i < f->kept + f->r; i++) {
        double unit = i >= f->kept ? scale[i - f->kept] : hol_row_unit(sys, i % f->m);
        value[i] /= unit;
        for (int j = 0; j < f->N; j++) df[i * f->N + j] *= hol_unit(sys, j % f->n) / unit;
    }
}

/* The multipliers of rows in SI units. */
static void unscale_multipliers(const parts *f, const double mu[], double mu_SI[])
{
    hol_eval *sys = f->P->p->sys;
    memcpy(mu_SI, mu, (size_t)(f->kept + f->r) * sizeof *mu);
    if (sys->unit == 1) return;
    for (int i = 0; i < f->kept; i++) mu_SI[i] /= hol_row_unit(sys, i % f->m);
    for (int i = 0; i < f->r; i++) mu_SI[f->kept + i] /= f->P->p->invariants->scale[i];
}

static void put_rows(const parts *f, int row, int col, double df[])
{
    const hol_projection *p = f->P->p;
    for (int i = 0; i < f->m; i++)
        for (int k = p->dg.start[i]; k < p->dg.start[i + 1]; k++)
            df[(row + i) * f->N + col + p->dg.col[k]] = f->P->at.G[k];
}

/* The rows d2g(v, .) */
static void bend(const parts *f, const double q[], const double v[], double df[])
{
    hol_eval *sys = f->P->p->sys;
    for (int i = 0; i < f->m; i++) {
        memset(f->H, 0, (size_t)hol_K(sys)->nnz * sizeof *f->H);
        f->unit[i] = 1;
        hol_hessian(sys, q, f->unit, f->H);
        f->unit[i] = 0;
        hol_multiply(hol_K(sys), f->H, v, df + (f->velocity + i) * f->N);
    }
}

static void put_invariants(const parts *f, double value[], double df[])
{
    const hol_projecting *P = f->P;
    hol_work *w = P->s->work;
    size_t mark = hol_mark(w);
    int n = f->n, N = f->N;
    double *dq = hol_take(w, f->r * n), *dv = hol_take(w, f->r * n);
    memcpy(value + f->kept, P->at.f, (size_t)f->r * sizeof *value);
    hol_invariants_gradient(P->p->invariants, w, P->t, P->q, P->v, dq, dv);
    for (int i = 0; i < f->r; i++) {
        memcpy(df + (f->kept + i) * N, dq + i * n, (size_t)n * sizeof *df);
        memcpy(df + (f->kept + i) * N + n, dv + i * n, (size_t)n * sizeof *df);
    }
    hol_release(w, mark);
}

static void at(void *self, const double x[], double value[], double df[])
{
    parts *f = self;
    hol_projecting *P = f->P;
    int n = f->n, N = f->N;
    place(f, x);
    hol_stand(P);
    memset(df, 0, (size_t)((f->kept + f->r) * N) * sizeof *df);
    if (f->rows & HOL_VELOCITIES) {
        memcpy(value + f->velocity, P->at.Gv, (size_t)f->m * sizeof *value);
        bend(f, P->q, P->v, df);
        put_rows(f, f->velocity, n, df);
    }
    if (f->rows & HOL_POSITIONS) {
        memcpy(value + f->position, P->at.phi, (size_t)f->m * sizeof *value);
        put_rows(f, f->position, 0, df);
    }
    if (f->r) put_invariants(f, value, df);
    scale_rows(f, value, df);
}

/* At the (q, v) of x, which `at` has left. */
static void second(void *self, const double x[], const double mu_scaled[], int size, double H[])
{
    parts *f = self;
    hol_eval *sys = f->P->p->sys;
    const double *q = f->P->q, *v = f->P->v;
    hol_work *w = f->P->s->work;
    size_t mark = hol_mark(w), bytes = (size_t)hol_K(sys)->nnz * sizeof *f->H;
    size_t rows = (size_t)f->m * sizeof(double);
    double *mu = hol_take(w, f->kept + f->r);
    (void)x;
    unscale_multipliers(f, mu_scaled, mu);
    if (f->rows & HOL_VELOCITIES) {
        memcpy(f->unit, mu + f->velocity, rows);
        memset(f->H, 0, bytes);
        hol_hessian(sys, q, f->unit, f->H);
        hol_add_block(size, H, f->n, 0, hol_K(sys), 1, f->H, false);
        hol_add_block(size, H, 0, f->n, hol_K(sys), 1, f->H, true);
        memset(f->H, 0, bytes);
        hol_hessian_rate(sys, q, v, f->unit, f->H);
        hol_add_block(size, H, 0, 0, hol_K(sys), 1, f->H, false);
    }
    if (f->rows & HOL_POSITIONS) {
        memcpy(f->unit, mu + f->position, rows);
        memset(f->H, 0, bytes);
        hol_hessian(sys, q, f->unit, f->H);
        hol_add_block(size, H, 0, 0, hol_K(sys), 1, f->H, false);
    }
    memset(f->unit, 0, rows);
    bool bent = false; /* at mu = 0 the term vanishes */
    for (int i = 0; i < f->r; i++) bent = bent || mu[f->kept + i] != 0;
    if (bent) hol_invariants_hessian(f->P->p->invariants, w, f->P->t, q, v, mu + f->kept, size, H);
    for (int i = 0; i < f->N && sys->unit != 1; i++)
        for (int j = 0; j < f->N; j++)
            H[i * size + j] *= hol_unit(sys, i % f->n) * hol_unit(sys, j % f->n);
    hol_release(w, mark);
}

static double norm(void *self, const double r[], const double value[])
{
    const parts *f = self;
    const hol_projection *p = f->P->p;
    const hol_standing *at = &f->P->at;
    (void)value;
    double part[] = {f->rows & HOL_POSITIONS ? at->g[0] : 0,
                     f->rows & HOL_VELOCITIES ? at->g[1] : 0,
                     f->rows & HOL_INVARIANTS ? at->worst : 0, hol_norm(f->n, r) / p->length,
                     hol_norm(f->N - f->n, r + f->n) / p->speed};
    return hol_norm_max(5, part);
}

hol_status hol_project_foot(hol_projecting *P, unsigned rows, const char *name)
{
    hol_projection *p = P->p;
    int n = p->sys->nv, m = rows & (HOL_POSITIONS | HOL_VELOCITIES) ? p->rows : 0;
    parts f = {.P = P,
               .rows = rows,
               .n = n,
               .m = m,
               .r = rows & HOL_INVARIANTS ? p->invariants->count : 0,
               .N = rows == HOL_POSITIONS ? n : 2 * n,
               .position = rows & HOL_VELOCITIES ? m : 0,
               .unit = hol_take(P->s->work, p->sys->nc),
               .H = hol_take(P->s->work, hol_K(p->sys)->nnz)};
    f.kept = f.position + (rows & HOL_POSITIONS ? m : 0);
    double *x = hol_take(P->s->work, f.N);
    memcpy(x, P->q, (size_t)n * sizeof *x);
    hol_scale_units(p->sys, -1, x);
    if (f.N > n) {
        memcpy(x + n, P->v, (size_t)n * sizeof *x);
        hol_scale_units(p->sys, -1, x + n);
    }
    hol_foot foot = {.N = f.N,
                     .m = f.kept + f.r,
                     .self = &f,
                     .at = at,
                     .second = second,
                     .norm = norm,
                     .name = name};
    hol_foot_how how = {P->tolerance, p->how.forcing, p->how.condition};
    hol_status status = hol_foot_point(&foot, &how, P->s, x);
    if (!status) place(&f, x);
    return status;
}
