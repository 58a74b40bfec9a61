/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ali3p: the augmented Lagrangian formulation of index 3 by the trapezoidal rule, with
 * mass-orthogonal projections of velocities and accelerations (Bayo, Ledesma, Nonlinear Dyn. 9
 * (1996) 113; Cuadrado, Cardenal, Bayo, Multibody Syst. Dyn. 1 (1997) 259; Dopico, Gonzalez,
 * Cuadrado, Kovecses, J. Comput. Nonlinear Dyn. 9 (2014) 041006):
 *
 *     M v'~ + G^T (lambda + alpha Phi) = f,   lambda += alpha Phi          at (t1, q1), repeated
 *     v~ = 2/h (q1 - q0) - v0,   v'~ = 4/h^2 (q1 - q0) - 4/h v0 - v'0
 *
 * until q1 stands, so that Phi = 0.  Newton's matrix is W = K + h^2/4 alpha G^T G, K = M + h/2 C +
 * h^2/4 S, with C and S the tangents of f and of G^T lambda; then, by the same matrix,
 *
 *     W v1  = K v~  - h^2/4 alpha G^T Phi_t
 *     W v'1 = K v'~ - h^2/4 alpha G^T (d/dt(G) v1 + d/dt(Phi_t))
 *
 * W is regular where G has not full rank: rows may be redundant, configurations singular.
 *
 * Deviations.  W is not formed:  W x = r + h^2/4 alpha G^T b is [K G^T; G -Sigma] (x; y) = (r; b),
 * Sigma = 4 / (h^2 alpha), which is as well conditioned for any alpha.  With b = -Phi the increment
 * alpha Phi of lambda is 4/h^2 y, that of Phi linearised, free of alpha times the round-off of Phi.
 * alpha is not one number for all h, usually 1e7 to 1e9 times a mass, but h^2/4 alpha is, else
 * the projections fade as h falls: it is the option times the largest mass, of a row that is a pure
 * number at an arm of the system's unit of length. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "holonomy/newton.h"
#include "holonomy/variational.h"
#include "methods/group.h"
#include "methods/stepper.h"

enum { ALPHA, NEWTON_TOL };

static const hol_option options[] = {
    [ALPHA] = {"alpha", HOL_REAL, 1e8, 1, 1e12, NULL,
               "penalty of the constraints over 4/h^2 times the largest mass [1]"},
    [NEWTON_TOL] = HOL_NEWTON_OPTION,
    {0},
};

typedef struct {
    hol_saddle *saddle; /* [K G^T; G -Sigma] */
    double *Sigma;      /* nc: 4 / (h^2 alpha) of the rows */
} ali;

typedef struct { /* the new node */
    double h, t1;
    const hol_state *z;         /* the old node */
    double *q, *v, *a, *lambda; /* nq, nv, nv, nc: q1, v~, v'~ */
    double *M, *G, *phi, *f;    /* there */
} node;

static node new_node(hol_stepper *s, double h, const hol_state *z)
{
    hol_eval *sys = s->sys;
    hol_work *w = s->work;
    return (node){.h = h,
                  .t1 = z->t + h,
                  .z = z,
                  .q = hol_take(w, sys->nq),
                  .v = hol_take(w, sys->nv),
                  .a = hol_take(w, sys->nv),
                  .lambda = hol_take(w, sys->nc),
                  .M = hol_take(w, sys->M.nnz),
                  .G = hol_take(w, sys->G.nnz),
                  .phi = hol_take(w, sys->nc),
                  .f = hol_take(w, sys->nv)};
}

/* v~, v'~, and what the equations need at q1. */
static void update(const hol_stepper *s, const node *x)
{
    hol_eval *sys = s->sys;
    const double *v0 = x->z->v, *a0 = x->z->memory;
    double h = x->h;
    for (int i = 0; i < sys->nv; i++) {
        double d = x->q[i] - x->z->q[i];
        x->v[i] = 2 / h * d - v0[i];
        x->a[i] = 4 / (h * h) * d - 4 / h * v0[i] - a0[i];
    }
    hol_mass(sys, x->q, x->M);
    hol_constraints(sys, x->t1, x->q, x->phi, x->G);
    hol_total_force(sys, x->t1, x->q, x->v, x->f);
}

/* ---------------------------------------------------------------- the matrix */

/* (M + h/2 C_inertia) e; the change of M with q is O(h^2) of M. */
static void inertia(hol_stepper *s, const void *at, const double e[], double out[])
{
    hol_eval *sys = s->sys;
    const node *x = at;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, sys->nv);
    hol_multiply(&sys->M, x->M, e, out);
    if (hol_has_gyroscopic(sys)) {
        hol_gyroscopic_along(sys, s->work, x->q, x->v, e, f);
        hol_axpy(sys->nv, -0.5 * x->h, f, out);
    }
    hol_release(s->work, mark);
}

static hol_status factor(hol_stepper *s, const node *x)
{
    hol_eval *sys = s->sys;
    const ali *own = s->aux;
    size_t mark = hol_mark(s->work);
    double *A = hol_take(s->work, sys->M.nnz), *K = hol_take(s->work, hol_K(sys)->nnz);
    hol_status status;
    hol_block_columns(s, inertia, x, A);
    const hol_implicit at = {.t = x->t1,
                             .q = x->q,
                             .v = x->v,
                             .lambda = x->lambda,
                             .scale = 0.25 * x->h * x->h,
                             .of_velocity = 2 / x->h,
                             .inertia = A};
    hol_implicit_tangent(s, &at, K);
    if ((status = hol_saddle_set_K(own->saddle, K))) return status;
    if ((status = hol_saddle_set_B(own->saddle, x->G))) return status;
    status = hol_saddle_factor(own->saddle, x->G, own->Sigma);
    hol_release(s->work, mark);
    return status;
}

/* ---------------------------------------------------------------- the step */

/* After a correction this small, relative to the length, the factors at hand bring the next one
 * below round-off, and leave as much in the projections as the penalty does. */
static const double SERVES = 1e-8;

/* q1 and lambda; v~ and v'~ of q1. */
static hol_status solve(hol_stepper *s, const node *x)
{
    hol_eval *sys = s->sys;
    const ali *own = s->aux;
    int n = sys->nv, m = sys->nc;
    double *r = hol_take(s->work, n), *y = hol_take(s->work, m), scale = 0.25 * x->h * x->h;
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict;
    update(s, x);
    do {
        hol_status status = newton.last > SERVES ? factor(s, x) : HOL_OK;
        if (status) return status;
        hol_multiply(&sys->M, x->M, x->a, r);
        for (int i = 0; i < n; i++) r[i] = x->f[i] - r[i];
        hol_multiply_transposed_add(&sys->G, x->G, -1, x->lambda, r);
        for (int i = 0; i < n; i++) r[i] *= scale;
        for (int i = 0; i < m; i++) y[i] = -x->phi[i];
        hol_saddle_solve(own->saddle, r, y, r, y);
        hol_axpy(n, 1, r, x->q);
        hol_axpy(m, 1 / scale, y, x->lambda);
        update(s, x);
        double off = fmax(hol_displacement_size(sys, r), hol_rows_size(sys, 0, m, x->phi));
        verdict = hol_newton_judge(&newton, off);
    } while (verdict == HOL_ITERATE);
    return hol_newton_end(&newton, verdict, "equations of motion of the new node", s->count,
                          &s->residual);
}

/* x* to W x = K x* + h^2/4 alpha G^T b, of which the change is W d = h^2/4 alpha G^T (b - G x*). */
static void project(hol_stepper *s, const double G[], const double b[], double x[])
{
    hol_eval *sys = s->sys;
    const ali *own = s->aux;
    size_t mark = hol_mark(s->work);
    double *d = hol_take(s->work, sys->nv), *y = hol_take(s->work, sys->nc);
    hol_multiply(&sys->G, G, x, y);
    for (int i = 0; i < sys->nc; i++) y[i] = b[i] - y[i];
    hol_saddle_solve(own->saddle, d, y, d, y);
    hol_axpy(sys->nv, 1, d, x);
    hol_release(s->work, mark);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    int n = sys->nv, m = sys->nc;
    node x = new_node(s, h, z);
    double *phi_t = hol_take(s->work, m), *r = hol_take(s->work, m);
    hol_status status;

    for (int i = 0; i < n; i++) x.q[i] = z->q[i] + h * (z->v[i] + 0.5 * h * z->memory[i]);
    memcpy(x.lambda, z->lambda, (size_t)m * sizeof *x.lambda);
    if ((status = solve(s, &x))) return status;

    if (!(sys->has & HOL_SCLERONOMIC)) hol_drive(sys, x.t1, x.q, x.v, phi_t, NULL);
    for (int i = 0; i < m; i++) phi_t[i] = -phi_t[i];
    project(s, x.G, phi_t, x.v);
    hol_row_rates(sys, x.t1, x.q, x.v, r);
    project(s, x.G, r, x.a);

    memcpy(z->q, x.q, (size_t)sys->nq * sizeof *x.q);
    memcpy(z->v, x.v, (size_t)n * sizeof *x.v);
    memcpy(z->memory, x.a, (size_t)n * sizeof *x.a);
    memcpy(z->lambda, x.lambda, (size_t)m * sizeof *x.lambda);
    hol_multiply(&sys->M, x.M, z->v, z->p);
    return HOL_OK;
}

/* v'0 and lambda of the index-1 equations, whatever the rank:  by repeated solves,
 *
 *     M da + G^T y = f - M a - G^T lambda,   G da - Sigma y = r - G a,   a += da, lambda += y */
static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const ali *own = s->aux;
    int n = sys->nv, m = sys->nc, nnz = hol_K(sys)->nnz;
    node x = new_node(s, h, z);
    double *K = hol_take(s->work, nnz), *r = hol_take(s->work, m), *a = z->memory;
    double *d = hol_take(s->work, n), *y = hol_take(s->work, m);
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict;
    hol_status status;

    hol_mass(sys, z->q, x.M);
    hol_add_mass(sys, 1, x.M, K);
    hol_constraints(sys, z->t, z->q, NULL, x.G);
    hol_total_force(sys, z->t, z->q, z->v, x.f);
    hol_row_rates(sys, z->t, z->q, z->v, r);
    if ((status = hol_saddle_set_K(own->saddle, K))) return status;
    if ((status = hol_saddle_set_B(own->saddle, x.G))) return status;
    if ((status = hol_saddle_factor(own->saddle, x.G, own->Sigma))) return status;
    memset(a, 0, (size_t)n * sizeof *a);
    memset(z->lambda, 0, (size_t)m * sizeof *y);
    do {
        hol_multiply(&sys->M, x.M, a, d);
        for (int i = 0; i < n; i++) d[i] = x.f[i] - d[i];
        hol_multiply_transposed_add(&sys->G, x.G, -1, z->lambda, d);
        hol_multiply(&sys->G, x.G, a, y);
        for (int i = 0; i < m; i++) y[i] = r[i] - y[i];
        hol_saddle_solve(own->saddle, d, y, d, y);
        hol_axpy(n, 1, d, a);
        hol_axpy(m, 1, y, z->lambda);
        for (int i = 0; i < n; i++) d[i] *= h * h;
        verdict = hol_newton_judge(&newton, hol_displacement_size(sys, d));
    } while (verdict == HOL_ITERATE);
    return hol_newton_end(&newton, verdict, "acceleration of the start", s->count, &s->residual);
}

/* ---------------------------------------------------------------- the method */

/* The projections leave the part 1/(1 + h^2/4 alpha G M^-1 G^T) of what G v~ is off.  lambda is of
 * order 1: across the constraints q1 - q0 is that of the motion, and v'~ from it, v0 and v'0 is off
 * by -h v''/3. */
static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    ali *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    double energy, momentum, speed = sys->speed * sys->unit;
    own->Sigma = hol_alloc(s->memory, (size_t)sys->nc, sizeof *own->Sigma);
    hol_invariant_scales(sys, &energy, &momentum); /* of the largest mass at that speed */
    for (int i = 0; i < sys->nc; i++) {
        double arm = sys->unit / hol_row_unit(sys, i);
        own->Sigma[i] = speed * speed / (hol_real(s, ALPHA) * 2 * energy * arm * arm);
    }
    hol_saddle_end_with(s->memory, &own->saddle);
    own->saddle = hol_saddle_new(hol_K(sys), &sys->G, 0, HOL_SADDLE_AUTO, s->count);
    return HOL_OK;
}

const hol_method hol_family_ali3p[] = {
    {
        .name = "ali3p",
        .family = "augmented-lagrangian",
        .source = "Bayo, Ledesma, Nonlinear Dyn. 9 (1996) 113; Cuadrado et al. 1997",
        .about = "augmented Lagrangian of index 3 by the trapezoidal rule, rates projected",
        .formulation = "euler",
        .options = options,
        .needs = HOL_FLAT | HOL_HOLONOMIC,
        .claims = hol_claims_of_data,
        .data =
            &(const hol_claims){
                .order_q = 2,
                .order_v = 2,
                .order_lambda = 1,
                .phi = HOL_EXACT,
                .gv = HOL_BOUNDED,
                .inner = HOL_EXACT,
            },
        .memory = hol_explicit_memory, /* v' of the node, projected */
        .setup = setup,
        .start = start,
        .step = step,
    },
    {0},
};
