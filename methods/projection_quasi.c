/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The quasi-orthogonal projection, paper 000, Algorithm 5.4, with (y, y_1) our (q, v):
 *
 *     q + W^-1 dg^T mu = a,      g(q) = 0        (5.3), by Newton's method
 *     v + W^-1 dg^T alpha = a_1, dg v = 0        (5.4), linear
 *
 * and the way along M = {g = 0, dg v = 0} to the invariants.  W is the metric of the units, the
 * paper's 1 where the unit of length is the metre.
 *
 * In Newton's method for (5.3) the second derivative mu d2g is dropped: mu is as small as the
 * correction itself, so convergence is fast though linear, the matrix [W dg^T; dg 0] is definite on
 * the constraints and serves (5.4) as well, and the foot point is orthogonal to first order. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "methods/projection_parts.h"
#include "numerics/condition.h"

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

/* The factors of [W dg^T; dg 0] at q; frozen ones stay until `anew`. */
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

typedef struct {      /* of (5.3), x = q, or (5.4), x = v */
    double *a;        /* n: the paper's a or a_1, what is projected */
    double *mu, *dmu; /* rows of g: mu or alpha, and its correction */
    double *r, *dx;   /* n: W (x - a) + dg^T mu, and the correction of x */
} foot;

static foot foot_of(const hol_projecting *P, const double x[])
{
    int n = P->p->sys->nv, m = P->p->rows;
    hol_work *w = P->s->work;
    foot f = {hol_take(w, n), hol_take(w, m), hol_take(w, m), hol_take(w, n), hol_take(w, n)};
    memcpy(f.a, x, (size_t)n * sizeof *x);
    return f;
}

/* One step of Newton's method: [W dg^T; dg 0] [dx; dmu] = [r; g], x -= dx, mu -= dmu, g (rows) the
 * residual of the second equation.  With factors at x itself r = 0 but for second order, and is
 * left out. */
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

/* |dx| of the last correction, in the units of the system. */
static double moved(const hol_projecting *P, foot *f)
{
    hol_scale_units(P->p->sys, -1, f->dx);
    return hol_norm(P->p->sys->nv, f->dx);
}

/* (5.3).  Frozen factors leave r of the order of the last dx. */
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
    return hol_newton_end(&newton, verdict, "projection of positions (5.3)", P->s->count,
                          &P->s->residual);
}

/* (5.4): one solve; with frozen factors an iteration. */
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

/* Algorithm 5.4: q by (5.3), then v by (5.4); each only where its residual is above the tolerance.
 */
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

/* [W dg^T; dg 0] [out; y] = [x; 0]: W^-1 x less its part across dg, W the metric of the units; y
 * (nc) its multipliers, zero: n zeros. */
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

/* d2g(a, v) (nc) = (c(v + a) - c(v - a)) / 4 with c(u) = d2g(u, u), the curvature at q. */
static void bend(const hol_projecting *P, const double a[], double out[])
{
    const hol_projection *p = P->p;
    int n = p->sys->nv;
    double *u = hol_take(P->s->work, n), *minus = hol_take(P->s->work, p->sys->nc);
    for (int i = 0; i < n; i++) u[i] = P->v[i] + a[i];
    hol_curvature(p->sys, P->q, u, out);
    for (int i = 0; i < n; i++) u[i] = P->v[i] - a[i];
    hol_curvature(p->sys, P->q, u, minus);
    for (int i = 0; i < p->rows; i++) out[i] = (out[i] - minus[i]) / 4;
}

/* The direction (a, b) along M, steepest in the metric W, of an invariant with the gradient (fq,
 * fv); all of n numbers.  The tangent space of M at (q, v) is
 *
 *     [ dg           0  ] [ a ]
 *     [ d2g(., v)    dg ] [ b ]  =  0,
 *
 * that is b = b0 - c with dg a = dg b0 = 0 and dg c = d2g(a, v): c is what v turns by where q moves
 * along a.  With nu the multipliers of fv, <fv, c> = nu . d2g(a, v), so that the slope of the
 * invariant is <fq - (nu . d2g) v, a> + <fv, b0>, and it is steepest, over <a, a> + <b0, b0>, for
 *
 *     [ W  dg^T ] [ b0 ]   [ fv ]         [ W  dg^T ] [ a ]   [ fq - (nu . d2g) v ]
 *     [ dg  0   ] [ nu ] = [ 0  ],        [ dg  0   ] [ . ] = [ 0                 ],
 *
 *     [ W  dg^T ] [ c ]   [ 0         ]
 *     [ dg  0   ] [ . ] = [ d2g(a, v) ].
 *
 * (With fq alone in the second system the slope may vanish or change its sign where v turns fast.)
 */
static void direction(hol_projecting *P, const double fq[], const double fv[], double a[],
                      double b[])
{
    const hol_projection *p = P->p;
    hol_eval *sys = p->sys;
    int n = sys->nv;
    hol_work *w = P->s->work;
    double *nu = hol_take(w, sys->nc), *zero = hol_take(w, n + sys->nc), *c = hol_take(w, n);
    double *bent = hol_take(w, sys->nc), *u = hol_take(w, n), *slope = hol_take(w, n);
    double *H = hol_take(w, hol_K(sys)->nnz);
    memcpy(slope, fq, (size_t)n * sizeof *slope);
    along(p, fv, zero, nu, b); /* b0 */
    if (p->solver) {
        hol_hessian(sys, P->q, nu, H);
        hol_multiply(hol_K(sys), H, P->v, u);
        hol_axpy(n, -1, u, slope);
    }
    along(p, slope, zero, bent, a);
    if (!p->solver) return;
    bend(P, a, bent);
    hol_saddle_solve(p->solver, zero, bent, c, nu);
    hol_axpy(n, -1, c, b); /* b0 - c */
}

/* The part of an invariant's gradient across the gradients of the other invariants, squared, over
 * its square: below this number the invariant counts as dependent.  At an extremum of one invariant
 * where the others are given, as a steady motion is, the part is of the order of the state's error,
 * and what cannot be met of the invariant of the order of that squared. */
static const double dependent = 1e-12;

/* A x = f, A (m x m) symmetric and positive semidefinite; x in f.  By Cholesky's factors of A
 * scaled to a diagonal of ones, the largest pivot first; x_i = 0 of a row i that depends on other
 * rows.  False where A = 0. */
static bool solve_semidefinite(int m, double A[], double f[], hol_work *w)
{
    double *scale = hol_take(w, m), *pivot = hol_take(w, m);
    int *order = hol_take_bytes(w, m, sizeof *order), rank = 0;
    for (int i = 0; i < m; i++) scale[i] = A[i * m + i] > 0 ? 1 / sqrt(A[i * m + i]) : 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) A[i * m + j] *= scale[i] * scale[j];
        f[i] *= scale[i];
        order[i] = i;
    }
    for (; rank < m; rank++) { /* rows of order[0 .. rank - 1] are eliminated from A and f */
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

/* One step of Newton's method for f_inv = target along M:
 *
 *     (q, v) <- (q, v) - sum_i x_i (a_i, b_i),   A x = f,   A_ij = <fq_i, a_j> + <fv_i, b_j>
 *
 * with f (m) the invariants less their targets, (fq_i, fv_i) their gradients and (a_i, b_i) the
 * directions above. */
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
        P->s->residual.value = P->at.worst;
        P->s->residual.of = "slope of the invariants along the constraints";
        return HOL_SINGULAR;
    }
    for (int i = 0; i < m; i++) {
        hol_axpy(n, -f[i], a + i * n, P->q);
        hol_axpy(n, -f[i], b + i * n, P->v);
    }
    hol_stand(P);
    return HOL_OK;
}
