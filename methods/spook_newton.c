/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration of spook on the stepping equations of Lacoursiere (paper 001): with
 * q_k+1 = q_k o exp(h v_k+1),
 *
 *     M (v_k+1 - v_k) + G_k^T y + A_k^T a = h f_k,   A_k v_k+1 - Gamma a = w_k,
 *     (g_k+1 + 2 g_k + g_k-1) / 4 + tau G_k+1 v_k+1 - epsilon/h y = 0 (26)
 *
 * divided by h/4 + tau, which makes the last term Sigma y again.  Its Jacobian is G + (tau h G' v)
 * / (h/4 + tau) at q_k+1, with G' v from the change of G along h v, exact where the constraints are
 * quadratic.  (24) has A_k+1: both are of order 1.
 *
 * Names and signs are those of spook.c. */
#include "methods/spook.h"

#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"

typedef struct {
    double h, t;
    const double *q, *u, *r;  /* q_k, u, h f_k */
    const double *g, *gm, *w; /* g_k, g_k-1, w_k */
    const hol_spook_parameters *p;
} node;

/* R = h f - M (v - u) - C0^T y and F of the rows at q1 = q o exp(h v), both as they stand on the
 * right; C1, the Jacobian of the rows. */
static void linearise(hol_stepper *s, const node *k, const double q1[], const double v[],
                      const double y[], double R[], double F[])
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    int n = sys->nv, nc = sys->nc, m = a->rows.C.rows, G_nnz = a->rows.C.start[nc];
    double h = k->h;
    size_t mark = hol_mark(s->work);
    double *g = hol_take(s->work, nc), *Cv = hol_take(s->work, m), *w = hol_take(s->work, sys->na);
    double *d = hol_take(s->work, n), *q2 = hol_take(s->work, sys->nq);
    double *gt = hol_take(s->work, nc), *gtt = hol_take(s->work, nc);

    for (int i = 0; i < n; i++) d[i] = v[i] - k->u[i];
    hol_multiply(&sys->M, a->M, d, R);
    for (int i = 0; i < n; i++) R[i] = k->r[i] - R[i];
    hol_multiply_transposed_add(&a->rows.C, a->C0, -1, y, R);

    for (int i = 0; i < n; i++) d[i] = h * v[i];
    hol_move(sys, q1, d, q2);
    hol_constraints(sys, k->t + h, q2, NULL, a->C1);
    const double *C = hol_rows_at(sys, &a->rows, k->t + h, q1, v, g, Cv, w);
    hol_drive(sys, k->t + h, q1, v, gt, gtt);
    for (int i = 0; i < nc; i++) { /* 1 / (h/4 + tau) = 4 Upsilon / h, tau of it 1 - Upsilon */
        double u = hol_spook_upsilon(k->p, i);
        F[i] = k->p->Sigma[i] * y[i] - u / h * (g[i] + 2 * k->g[i] + k->gm[i]) -
               (1 - u) * (Cv[i] + gt[i]);
    }
    hol_multiply(&a->rows.C, a->C0, v, Cv);
    for (int i = nc; i < m; i++) F[i] = k->p->Sigma[i] * y[i] + k->w[i - nc] - Cv[i];

    for (int i = 0; i < nc; i++)
        for (int e = a->rows.C.start[i]; e < a->rows.C.start[i + 1]; e++)
            a->C1[e] = C[e] + (1 - hol_spook_upsilon(k->p, i)) * (a->C1[e] - C[e]);
    memcpy(a->C1 + G_nnz, a->C0 + G_nnz, (size_t)(a->rows.C.nnz - G_nnz) * sizeof *a->C1);
    hol_release(s->work, mark);
}

/* v in: the guess u; C0 is set. */
static hol_status iterate(hol_stepper *s, const node *k, double v[], double y[])
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    int n = sys->nv, m = a->rows.C.rows;
    double *q1 = hol_take(s->work, sys->nq), *dq = hol_take(s->work, n);
    double *R = hol_take(s->work, n), *F = hol_take(s->work, m);
    hol_newton newton = hol_newton_start(a->newton_tol);
    hol_verdict verdict;
    hol_status status = hol_saddle_set_B(a->saddle, a->C0);
    if (status) return status;
    do {
        for (int i = 0; i < n; i++) dq[i] = k->h * v[i];
        hol_move(sys, k->q, dq, q1);
        linearise(s, k, q1, v, y, R, F);
        status = hol_saddle_factor_solve(a->saddle, a->C1, k->p->Sigma, R, F, R, F);
        if (status) return status;
        hol_axpy(n, 1, R, v);
        hol_axpy(m, 1, F, y);
        verdict = hol_newton_judge(&newton, fabs(k->h) * hol_displacement_size(sys, R));
    } while (verdict == HOL_ITERATE);
    return hol_newton_end(&newton, verdict, "constraints (26) of the next node", s->count,
                          &s->residual);
}

hol_status hol_spook_newton(hol_stepper *s, double h, const hol_state *z, const double u[],
                            const double r[], double v[], double y[])
{
    hol_eval *sys = s->sys;
    hol_spook *a = s->aux;
    int nc = sys->nc;
    double *g = hol_take(s->work, nc), *w = hol_take(s->work, sys->na);
    const double *C = hol_rows_at(sys, &a->rows, z->t, z->q, z->v, g, a->Cv, w);
    memcpy(a->C0, C, (size_t)a->rows.C.nnz * sizeof *a->C0);
    memmove(v, u, (size_t)sys->nv * sizeof *v);
    memset(y, 0, (size_t)a->rows.C.rows * sizeof *y);
    node k = {h, z->t, z->q, u, r, g, z->memory, w, &a->p};
    hol_status status = iterate(s, &k, v, y);
    memcpy(z->memory, g, (size_t)nc * sizeof *g);
    return status;
}
