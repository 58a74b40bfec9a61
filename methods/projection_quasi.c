/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quasi-orthogonal projection: paper 000, Algorithm 5.4, and the way along its manifold to the
 * invariants.
 *
 * In Newton's method for (5.3) the second derivative mu d2g is dropped: mu is as small as the
 * correction itself, so convergence is fast though linear, the matrix [1 dg^T; dg 0] is definite on
 * the constraints and serves (5.4) as well, and the foot point is orthogonal to first order. */
#include <math.h>
#include <string.h>

#include "methods/projection_parts.h"
#include "numerics/condition.h"
#include "numerics/dense.h"
#include "numerics/newton.h"

static void measure_condition(const hol_projecting *P)
{
    const hol_projection *p = P->p;
    int n = p->sys->nv, size = n + p->rows;
    size_t mark = hol_mark(P->s->work);
    double *A = hol_take(P->s->work, size * size), *G = hol_take(P->s->work, p->sys->G.nnz);
    memcpy(G, P->at.G, (size_t)p->sys->G.nnz * sizeof *G);
    hol_scale_jacobian(p->sys, G);
    for (int i = 0; i < n; i++) A[i * size + i] = 1;
    for (int i = 0; i < p->rows; i++)
        for (int k = p->dg.start[i]; k < p->dg.start[i + 1]; k++)
            A[(n + i) * size + p->dg.col[k]] = A[p->dg.col[k] * size + n + i] = G[k];
    P->s->count->condition = fmax(P->s->count->condition, hol_condition(size, A, P->s->work));
    hol_release(P->s->work, mark);
}

/* Frozen factors stay until `anew`. */
static hol_status factor(const hol_projecting *P, bool anew)
{
    hol_projection *p = P->p;
    if (p->how.newton == HOL_NEWTON_FROZEN && p->factored && !anew) return HOL_OK;
    if (p->how.condition) measure_condition(P);
    hol_status status = hol_saddle_set_B(p->solver, P->at.G);
    if (!status) status = hol_saddle_factor(p->solver, P->at.G, NULL);
    p->factored = !status;
    return status;
}

/* A frozen iteration that shrinks its residual by less is given new factors. */
static const double slow = 0.1;

typedef struct {      /* of (5.3) or (5.4) */
    double *a;        /* n: what is projected */
    double *mu, *dmu; /* rows */
    double *r, *dx;   /* n: x + dg^T mu - a, and the correction */
} foot;

static foot foot_of(const hol_projecting *P, const double x[])
{
    int n = P->p->sys->nv, m = P->p->rows;
    hol_work *w = P->s->work;
    foot f = {hol_take(w, n), hol_take(w, m), hol_take(w, m), hol_take(w, n), hol_take(w, n)};
    memcpy(f.a, x, (size_t)n * sizeof *x);
    return f;
}

/* x and mu corrected by one solve for the residuals r and g; with factors of x itself r = 0 but for
 * second order, and is left out. */
static hol_status correct(const hol_projecting *P, foot *f, bool anew, const double g[], double x[])
{
    const hol_projection *p = P->p;
    int n = p->sys->nv;
    hol_status status = factor(P, anew);
    if (status) return status;
    if (p->how.newton == HOL_NEWTON_FROZEN) {
        for (int i = 0; i < n; i++) f->r[i] = x[i] - f->a[i];
        hol_scale_units(p->sys, -2, f->r);
        hol_multiply_transposed_add(&p->dg, P->at.G, 1, f->mu, f->r);
    }
    hol_saddle_solve(p->solver, f->r, g, f->dx, f->dmu);
    hol_axpy(n, -1, f->dx, x);
    hol_axpy(p->rows, -1, f->dmu, f->mu);
    return HOL_OK;
}

/* The length of the last correction, in the units of the system. */
static double moved(const hol_projecting *P, foot *f)
{
    hol_scale_units(P->p->sys, -1, f->dx);
    return hol_norm(P->p->sys->nv, f->dx);
}

/* (5.3): q + dg^T mu = a, g(q) = 0.  Frozen factors leave a residual r of the order of the last
 * correction. */
static hol_status onto_positions(hol_projecting *P)
{
    hol_projection *p = P->p;
    bool frozen = p->how.newton == HOL_NEWTON_FROZEN, anew = false;
    foot f = foot_of(P, P->q);
    hol_newton newton = hol_newton_start(P->tolerance);
    hol_verdict verdict = HOL_ITERATE;
    double before = P->at.g[0];
    while (verdict == HOL_ITERATE) {
        hol_status status = correct(P, &f, anew, P->at.phi, P->q);
        if (status) return status;
        hol_stand(P);
        double left = P->at.g[0];
        if (frozen) left = fmax(left, moved(P, &f) / p->length);
        anew = left > slow * before;
        before = left;
        verdict = hol_newton_judge(&newton, left);
    }
    return hol_newton_end(P->s, &newton, verdict, "projection of positions (5.3)");
}

/* (5.4): v + dg^T alpha = a1, dg v = 0; linear, with frozen factors an iteration. */
static hol_status onto_velocities(hol_projecting *P)
{
    hol_projection *p = P->p;
    bool frozen = p->how.newton == HOL_NEWTON_FROZEN, anew = false;
    foot f = foot_of(P, P->v);
    double left = HUGE_VAL, before;
    do {
        before = left;
        hol_status status = correct(P, &f, anew, P->at.Gv, P->v);
        if (status) return status;
        hol_stand_rate(P);
        left = fmax(P->at.g[1], moved(P, &f) / p->speed);
        anew = left > slow * before;
    } while (frozen && !(left <= P->tolerance) && left < before);
    return HOL_OK;
}

/* Each part on its own. */
hol_status hol_project_quasi(hol_projecting *P)
{
    const hol_projection_how *how = &P->p->how;
    if (!(P->at.g[0] <= P->tolerance)) {
        bool dense = how->newton == HOL_NEWTON_FULL || how->forcing > 0;
        hol_status status =
            dense ? hol_project_foot(P, HOL_POSITIONS, "projection of positions (5.3)")
                  : onto_positions(P);
        if (status) return status;
    }
    return P->at.g[1] <= P->tolerance ? HOL_OK : onto_velocities(P);
}

/* x less its part across dg. */
static void along(const hol_projection *p, const double x[], double zero[], double y[],
                  double out[])
{
    if (p->solver) {
        hol_saddle_solve(p->solver, x, zero, out, y);
    } else {
        memcpy(out, x, (size_t)p->sys->nv * sizeof *out);
        hol_scale_units(p->sys, 2, out);
    }
}

/* The direction along M of the gradient (fq, fv) in the metric of the units.  Displacements along M
 * are (a, b - c(a)) with dg a = dg b = 0 and dg c = d2g(a, v): what v must turn by.  On them the
 * function has the slope <fq', a> + <fv, b>, fq' = fq - (nu d2g) v with nu the multipliers of fv,
 * for c is the transposed of that; the shortest way, by <a, a> + <b, b>, is a = P fq', b = P fv.
 * (With fq in place of fq' the slope may vanish or change its sign where v turns fast.)  b comes
 * out less c. */
static void direction(hol_projecting *P, const double fq[], const double fv[], double a[],
                      double b[])
{
    const hol_projection *p = P->p;
    const hol_system *sys = p->sys;
    int n = sys->nv;
    hol_work *w = P->s->work;
    double *y = hol_take(w, sys->nc), *zero = hol_take(w, n + sys->nc), *c = hol_take(w, n);
    double *plus = hol_take(w, sys->nc), *minus = hol_take(w, sys->nc), *u = hol_take(w, n);
    double *H = hol_take(w, hol_K(sys)->nnz), *slope = hol_take(w, n);
    memcpy(slope, fq, (size_t)n * sizeof *slope);
    along(p, fv, zero, y, b);
    if (p->solver) {
        sys->hessian(sys, P->q, y, H);
        hol_multiply(hol_K(sys), H, P->v, u);
        hol_axpy(n, -1, u, slope);
    }
    along(p, slope, zero, plus, a);
    if (!p->solver) return;
    for (int i = 0; i < n; i++) u[i] = P->v[i] + a[i];
    sys->curvature(sys, P->q, u, plus);
    for (int i = 0; i < n; i++) u[i] = P->v[i] - a[i];
    sys->curvature(sys, P->q, u, minus);
    for (int i = 0; i < p->rows; i++) plus[i] = (plus[i] - minus[i]) / 4;
    hol_saddle_solve(p->solver, zero, plus, c, y);
    hol_axpy(n, -1, c, b);
}

/* The part of a gradient across the others, squared, over its square: below it depends on them.  An
 * extremum of one invariant where the others are given, as a steady motion is, leaves them of the
 * order of the state's error, and what cannot be met of the square of that. */
static const double dependent = 1e-12;

/* A x = f, A (m x m) symmetric and positive semidefinite; x in f.  By Cholesky's factors of A
 * scaled to a diagonal of ones, the largest pivot first; x = 0 of the rows that depend on others.
 * False where all vanish. */
static bool solve_semidefinite(int m, double A[], double f[], hol_work *w)
{
    double *scale = hol_take(w, m), *pivot = hol_take(w, m);
    int *order = (int *)(void *)hol_take(w, m), rank = 0;
    for (int i = 0; i < m; i++) scale[i] = A[i * m + i] > 0 ? 1 / sqrt(A[i * m + i]) : 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) A[i * m + j] *= scale[i] * scale[j];
        f[i] *= scale[i];
        order[i] = i;
    }
    for (; rank < m; rank++) { /* eliminated: A is what is left, f likewise */
        int p = rank;
        for (int k = rank + 1; k < m; k++)
            if (A[order[k] * (m + 1)] > A[order[p] * (m + 1)]) p = k;
        int row = order[p];
        order[p] = order[rank];
        order[rank] = row;
        pivot[rank] = A[row * (m + 1)];
        if (!(pivot[rank] > dependent)) break;
        for (int k = rank + 1; k < m; k++) {
            int i = order[k];
            double factor = A[i * m + row] / pivot[rank];
            f[i] -= factor * f[row];
            for (int l = rank + 1; l < m; l++)
                A[i * m + order[l]] -= factor * A[row * m + order[l]];
        }
    }
    for (int k = rank; k < m; k++) f[order[k]] = 0;
    for (int k = rank - 1; k >= 0; k--) {
        int row = order[k];
        for (int l = k + 1; l < rank; l++) f[row] -= A[row * m + order[l]] * f[order[l]];
        f[row] /= pivot[k];
    }
    for (int i = 0; i < m; i++) f[i] *= scale[i];
    return rank > 0;
}

hol_status hol_slide(hol_projecting *P)
{
    const hol_projection *p = P->p;
    int n = p->sys->nv, m = p->invariants->count;
    hol_work *w = P->s->work;
    double *fq = hol_take(w, m * n), *fv = hol_take(w, m * n), *f = P->at.f;
    double *a = hol_take(w, m * n), *b = hol_take(w, m * n), *A = hol_take(w, m * m);
    hol_status status = p->solver ? factor(P, true) : HOL_OK;
    if (status) return status;
    P->s->count->newton++;
    hol_invariants_gradient(p->invariants, w, P->t, P->q, P->v, fq, fv);
    for (int i = 0; i < m; i++) direction(P, fq + i * n, fv + i * n, a + i * n, b + i * n);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            A[i * m + j] = hol_dot(n, fq + i * n, a + j * n) + hol_dot(n, fv + i * n, b + j * n);
    if (!solve_semidefinite(m, A, f, w)) {
        P->s->residual = P->at.worst;
        P->s->residual_of = "slope of the invariants along the constraints";
        return HOL_SINGULAR;
    }
    for (int i = 0; i < m; i++) {
        hol_axpy(n, -f[i], a + i * n, P->q);
        hol_axpy(n, -f[i], b + i * n, P->v);
    }
    hol_stand(P);
    return HOL_OK;
}
