/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projection onto the manifold of the constraints: paper 000 (Tuomela, Arponen, Normi),
 * section 5.2, Algorithms 5.3 to 5.5 without invariants.
 *
 * Its (y, y_1) is our (q, v), M_theta the manifold of the inner rows, g the first `rows` rows of
 * Phi.  To the letter of Algorithm 5.5 these are the joints, and M_theta and M_hc are met in turn.
 * A round then shrinks the error only by cos^2 of the angle between the normal spaces: in Euler
 * parameters, for a spherical joint at distance l [m] from the mass centre of a body, by
 * 4 l^2 / (1 + 4 l^2) where the error is along the body.  By default g is all of Phi: onto M_theta
 * by Algorithm 5.3, then onto the intersection of M_theta and M_hc at once.
 *
 * In Newton's method for (5.3) the second derivative mu d2g is dropped: mu is as small as the
 * correction itself, so convergence is fast though linear, and the matrix is definite and serves
 * (5.4) as well.  The linear systems are solved directly: no forcing term as in the inexact Newton
 * method of the paper. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "methods/memory.h"
#include "methods/projection.h"
#include "numerics/dense.h"
#include "numerics/newton.h"
#include "numerics/saddle.h"

typedef struct {          /* a state against the constraints */
    double *phi, *Gv, *G; /* nc, nc, nnz of sys->G */
    double g[2], rest[2]; /* scaled norms, position and velocity: the rows of g, the others */
} standing;

typedef struct {      /* scratch of Algorithm 5.4: taken whole, whichever of its parts is needed */
    double *mu, *dmu; /* the rows of g */
    double *a, *r, *dq; /* nv */
} room;

typedef hol_status onto_manifold(const hol_projection *, hol_stepper *, double tolerance, double t,
                                 double q[], double v[], standing *);

struct hol_projection {
    const hol_system *sys;
    int rows;               /* of g */
    onto_manifold *project; /* onto M_hc */
    hol_pattern dg;         /* the first rows of G */
    hol_saddle *solver;     /* [1 dg^T; dg 0] */
    int *pivot;             /* 2 nv + 2 rows: of the dense system of (5.2) */
};

static void evaluate_rate(const hol_projection *p, const double v[], standing *at)
{
    const hol_system *sys = p->sys;
    hol_multiply(&sys->G, at->G, v, at->Gv);
    at->g[1] = hol_norm(p->rows, at->Gv) / sys->speed;
    at->rest[1] = hol_norm(sys->nc - p->rows, at->Gv + p->rows) / sys->speed;
}

static void evaluate(const hol_projection *p, double t, const double q[], const double v[],
                     standing *at)
{
    const hol_system *sys = p->sys;
    sys->constraints(sys, t, q, at->phi, at->G);
    at->g[0] = hol_norm(p->rows, at->phi) / sys->length;
    at->rest[0] = hol_norm(sys->nc - p->rows, at->phi + p->rows) / sys->length;
    evaluate_rate(p, v, at);
}

static hol_status factor(const hol_projection *p, const double G[])
{
    hol_status status = hol_saddle_set_B(p->solver, G);
    return status ? status : hol_saddle_factor(p->solver, G, NULL);
}

/* (5.3): q + dg^T mu = a, g(q) = 0. */
static hol_status onto_positions(const hol_projection *p, hol_stepper *s, double tolerance,
                                 double t, double q[], const double v[], standing *at,
                                 const room *x)
{
    const hol_system *sys = p->sys;
    int n = sys->nv, m = p->rows;
    memcpy(x->a, q, n * sizeof *q);

    hol_newton newton = hol_newton_start(tolerance);
    hol_verdict verdict;
    do {
        hol_status status = factor(p, at->G);
        if (status) return status;
        hol_saddle_solve(p->solver, x->r, at->phi, x->dq, x->dmu);
        hol_axpy(n, -1, x->dq, q);
        hol_axpy(m, -1, x->dmu, x->mu);
        evaluate(p, t, q, v, at);
        for (int i = 0; i < n; i++) x->r[i] = q[i] - x->a[i];
        hol_multiply_transposed_add(&p->dg, at->G, 1, x->mu, x->r);
        double part[] = {at->g[0], hol_norm(n, x->r) / sys->length};
        verdict = hol_newton_judge(&newton, hol_norm_max(2, part));
    } while (verdict == HOL_ITERATE);
    return hol_newton_end(s, &newton, verdict, "projection of positions (5.3)");
}

/* (5.4): v + dg^T alpha = a1, dg v = 0. */
static hol_status onto_velocities(const hol_projection *p, double v[], standing *at, const room *x)
{
    const hol_system *sys = p->sys;
    hol_status status = factor(p, at->G);
    if (status) return status;
    memset(x->r, 0, sys->nv * sizeof *x->r);
    hol_saddle_solve(p->solver, x->r, at->Gv, x->dq, x->dmu);
    hol_axpy(sys->nv, -1, x->dq, v);
    evaluate_rate(p, v, at);
    return HOL_OK;
}

/* Algorithm 5.4; each part on its own. */
static hol_status quasi(const hol_projection *p, hol_stepper *s, double tolerance, double t,
                        double q[], double v[], standing *at)
{
    int n = p->sys->nv, m = p->rows;
    const room x = {hol_take(s->work, m), hol_take(s->work, m), hol_take(s->work, n),
                    hol_take(s->work, n), hol_take(s->work, n)};
    if (!(at->g[0] <= tolerance)) {
        hol_status status = onto_positions(p, s, tolerance, t, q, v, at, &x);
        if (status) return status;
    }
    return at->g[1] <= tolerance ? HOL_OK : onto_velocities(p, v, at, &x);
}

typedef struct { /* unknowns of (5.2) in x = (q, v, alpha, beta), its residual F and Jacobian J */
    int n, m, size;
    double *x, *F, *J;           /* size, size, size x size */
    double *alpha, *beta, *unit; /* nc: zero past the rows of g */
    double *Ha, *H;              /* pattern K: of alpha d2g at x; scratch */
} unknowns;

static unknowns unknowns_new(const hol_system *sys, int m, hol_work *w)
{
    int n = sys->nv, size = 2 * (n + m);
    return (unknowns){.n = n,
                      .m = m,
                      .size = size,
                      .x = hol_take(w, size),
                      .F = hol_take(w, size),
                      .J = hol_take(w, size * size),
                      .alpha = hol_take(w, sys->nc),
                      .beta = hol_take(w, sys->nc),
                      .unit = hol_take(w, sys->nc),
                      .Ha = hol_take(w, sys->K.nnz),
                      .H = hol_take(w, sys->K.nnz)};
}

/* F of (5.2) at x, with what stands at its (q, v); the largest of the scaled norms. */
static double residual(const hol_projection *p, const double a[], const double a1[],
                       const standing *at, unknowns *N)
{
    const hol_system *sys = p->sys;
    int n = N->n, m = N->m;
    const double *q = N->x, *v = q + n;
    memcpy(N->alpha, v + n, m * sizeof *N->alpha);
    memcpy(N->beta, v + n + m, m * sizeof *N->beta);
    memset(N->Ha, 0, sys->K.nnz * sizeof *N->Ha);
    sys->hessian(sys, q, N->alpha, N->Ha);

    hol_multiply(&sys->K, N->Ha, v, N->F);
    hol_multiply_transposed_add(&p->dg, at->G, 1, N->beta, N->F);
    for (int i = 0; i < n; i++) {
        N->F[i] += q[i] - a[i];
        N->F[n + i] = v[i] - a1[i];
    }
    hol_multiply_transposed_add(&p->dg, at->G, 1, N->alpha, N->F + n);
    memcpy(N->F + 2 * n, at->Gv, m * sizeof *N->F);
    memcpy(N->F + 2 * n + m, at->phi, m * sizeof *N->F);
    double part[] = {at->g[0], at->g[1], hol_norm(n, N->F) / sys->length,
                     hol_norm(n, N->F + n) / sys->speed};
    return hol_norm_max(4, part);
}

/* Adds a block to J at (row, col), and below or above the diagonal its transpose. */
static void place(unknowns *N, const hol_pattern *P, const double A[], int row, int col)
{
    for (int i = 0; i < P->rows; i++)
        for (int k = P->start[i]; k < P->start[i + 1]; k++) {
            int r = row + i, c = col + P->col[k];
            N->J[r * N->size + c] += A[k];
            if (row != col) N->J[c * N->size + r] += A[k];
        }
}

/* J, symmetric; its lower triangle
 *     [ 1 + alpha d3g(v, ., .) + beta d2g            ]
 *     [ alpha d2g                          1         ]
 *     [ d2g(v, .)                          dg  0     ]
 *     [ dg                                 0   0   0 ]  */
static void jacobian(const hol_projection *p, const double G[], unknowns *N)
{
    const hol_system *sys = p->sys;
    const hol_pattern *K = &sys->K;
    int n = N->n, m = N->m, size = N->size;
    const double *q = N->x, *v = q + n;
    memset(N->J, 0, size * size * sizeof *N->J);
    for (int i = 0; i < 2 * n; i++) N->J[i * (size + 1)] = 1;
    place(N, K, N->Ha, n, 0);
    place(N, &p->dg, G, 2 * n, n);
    place(N, &p->dg, G, 2 * n + m, 0);

    memset(N->H, 0, K->nnz * sizeof *N->H);
    sys->hessian(sys, q, N->beta, N->H);
    sys->hessian_rate(sys, q, v, N->alpha, N->H);
    place(N, K, N->H, 0, 0);

    for (int i = 0; i < m; i++) {
        int row = 2 * n + i;
        memset(N->H, 0, K->nnz * sizeof *N->H);
        N->unit[i] = 1;
        sys->hessian(sys, q, N->unit, N->H);
        N->unit[i] = 0;
        hol_multiply(K, N->H, v, N->J + row * size);
        for (int j = 0; j < n; j++) N->J[j * size + row] = N->J[row * size + j];
    }
}

/* (5.2) by Newton's method with its exact Jacobian. */
static hol_status orthogonal(const hol_projection *p, hol_stepper *s, double tolerance, double t,
                             double q[], double v[], standing *at)
{
    const hol_system *sys = p->sys;
    int n = sys->nv;
    unknowns N = unknowns_new(sys, p->rows, s->work);
    memcpy(N.x, q, n * sizeof *q);
    memcpy(N.x + n, v, n * sizeof *v);
    residual(p, q, v, at, &N);

    hol_newton newton = hol_newton_start(tolerance);
    hol_verdict verdict;
    do {
        jacobian(p, at->G, &N);
        hol_status status = hol_lu_factor(N.size, N.J, p->pivot);
        if (status) return status;
        hol_lu_solve(N.size, N.J, p->pivot, N.F);
        hol_axpy(N.size, -1, N.F, N.x);
        evaluate(p, t, N.x, N.x + n, at);
        verdict = hol_newton_judge(&newton, residual(p, q, v, at, &N));
    } while (verdict == HOL_ITERATE);
    memcpy(q, N.x, n * sizeof *q);
    memcpy(v, N.x + n, n * sizeof *v);
    return hol_newton_end(s, &newton, verdict, "orthogonal projection (5.2)");
}

/* Turns shrink the error by a constant factor, which may be near 1: at 0.98 from 1e-2 to 1e-12 in
 * 1140 rounds. */
enum { ROUNDS = 2000 };

/* Algorithm 5.5 without invariants.  A round leaves the rows outside g violated, and in g what
 * (5.4) leaves of the velocities. */
static hol_status alternate(const hol_projection *p, hol_stepper *s, double tolerance, double t,
                            double q[], double v[])
{
    const hol_system *sys = p->sys;
    standing at = {.phi = hol_take(s->work, sys->nc),
                   .Gv = hol_take(s->work, sys->nc),
                   .G = hol_take(s->work, sys->G.nnz)};
    double last = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        sys->inner_project(sys, q, v);
        evaluate(p, t, q, v, &at);
        if (hol_norm_max(2, at.g) <= tolerance) return HOL_OK;
        if (round == 0) s->count->projections++;
        size_t mark = hol_mark(s->work);
        hol_status status = p->project(p, s, tolerance, t, q, v, &at);
        hol_release(s->work, mark);
        if (status) return status;
        double left[] = {at.g[0], at.g[1], at.rest[0], at.rest[1]};
        s->residual = hol_norm_max(4, left);
        bool stagnates = s->residual <= HOL_NEWTON_FLOOR && s->residual >= last;
        if (s->residual <= tolerance || stagnates) return HOL_OK;
        if (!(s->residual < 1e100)) break;
        last = s->residual;
    }
    s->residual_of = "alternation of projections (Algorithm 5.5)";
    return HOL_DIVERGED;
}

hol_status hol_project(const hol_projection *p, hol_stepper *s, double tolerance, double t,
                       double q[], double v[])
{
    size_t mark = hol_mark(s->work);
    hol_status status = alternate(p, s, tolerance, t, q, v);
    hol_release(s->work, mark);
    return status == HOL_DIVERGED ? HOL_REJECT : status;
}

hol_projection *hol_projection_new(const hol_system *sys, hol_projection_kind kind, bool in_turn)
{
    static onto_manifold *const onto[] = {
        [HOL_PROJECTION_QUASI] = quasi,
        [HOL_PROJECTION_ORTHOGONAL] = orthogonal,
    };
    hol_projection *p = hol_zeroed(1, sizeof *p);
    p->sys = sys;
    p->rows = in_turn ? sys->nj : sys->nc;
    p->project = onto[kind];
    p->pivot = hol_zeroed(2 * (size_t)(sys->nv + p->rows), sizeof *p->pivot);
    if (p->rows == 0) return p;

    int nnz = sys->G.start[p->rows];
    p->dg = (hol_pattern){p->rows, sys->nv, nnz, sys->G.start, sys->G.col};
    p->solver = hol_saddle_new(&sys->M, &p->dg, true, HOL_SADDLE_AUTO, sys->count);
    double *one =
        hol_zeroed((size_t)sys->M.nnz, sizeof *one); /* the unit matrix in the pattern of M */
    for (int i = 0; i < sys->nv; i++)
        for (int k = sys->M.start[i]; k < sys->M.start[i + 1]; k++) one[k] = sys->M.col[k] == i;
    hol_saddle_set_K(p->solver, one);
    free(one);
    return p;
}

void hol_projection_free(hol_projection *p)
{
    if (!p) return;
    hol_saddle_free(p->solver);
    free(p->pivot);
    free(p);
}
