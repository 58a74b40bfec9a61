/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See holonomy/linearise.h.  With X the affine part of the motion, xi(q) = X q + t, a motion nearby
 * is exp(t xi) (q + dq), (v + dv), and
 *
 *     dq' = dv - X dq,    dv' = da - X dv,    dq = N u,    dv = N (w; s) + X dq
 *     A N_a s = -d(A v)[dq, X dq]                                N_a the basis across A
 *     w' = N^T df - N^T M (2 X dv - X X dq),  df = d(f - G^T lambda - A^T alpha)[dq, dv]
 *
 * since N^T M da = N^T df: the multipliers' changes do no work on N. */
#include "holonomy/linearise.h"

#include <string.h>

#include "base/words.h"
#include "holonomy/dense.h"
#include "mechanics/linear.h"
#include "numerics/svd.h"

HOL_WORD_OF(hol_stability_name, hol_stability, HOL_STABILITY_LIST(HOL_WORD))

/* ---------------------------------------------------------------- the matrices */

/* The rows of A N_a (na x (n - m)). */
static bool across(hol_linear_state *x, hol_svd *s)
{
    const hol_eval *sys = x->sys;
    int extra = x->n - x->m;
    double *A = hol_linear_numbers(x, sys->na * extra);
    memset(x->dq, 0, (size_t)sys->nv * sizeof *x->dq);
    for (int k = 0; k < extra; k++) {
        hol_variation_along(x->variation, x->dq, x->N + (x->m + k) * sys->nv, x->df, x->rate,
                            x->second);
        for (int r = 0; r < sys->na; r++) A[r * extra + k] = x->rate[sys->nc + r];
    }
    return hol_svd_make(s, x->memory, sys->na, extra, A, 0, 0);
}

/* -w' at (dq, dv) of the state, into out (m) `step` apart. */
static void decelerate(hol_linear_state *x, int step, double out[])
{
    const hol_eval *sys = x->sys;
    hol_variation_along(x->variation, x->dq, x->dv, x->df, x->rate, x->second);
    hol_symmetry_apply(x->symmetries, x->c, false, x->dq, x->part);
    hol_symmetry_apply(x->symmetries, x->c, false, x->part, x->part);
    hol_symmetry_apply(x->symmetries, x->c, false, x->dv, x->part2);
    for (int i = 0; i < sys->nv; i++) x->part[i] = 2 * x->part2[i] - x->part[i];
    for (int k = 0; k < x->m; k++)
        out[k * step] = hol_dot(sys->nv, x->MN + k * sys->nv, x->part) -
                        hol_dot(sys->nv, x->N + k * sys->nv, x->df);
}

void hol_linear_matrices(hol_linear_state *x, hol_linear *L)
{
    const hol_eval *sys = x->sys;
    int n = x->n, m = x->m, nv = sys->nv, all = n + m;
    hol_svd slide;
    double *s = hol_linear_numbers(x, n - m);
    across(x, &slide);
    for (int j = 0; j < n; j++) {
        memcpy(x->dq, x->N + j * nv, (size_t)nv * sizeof *x->dq);
        hol_symmetry_apply(x->symmetries, x->c, false, x->dq, x->dv);
        hol_variation_along(x->variation, x->dq, x->dv, x->df, x->rate, x->second);
        hol_svd_solve(&slide, x->rate + sys->nc, s);
        for (int k = 0; k < n - m; k++) {
            L->S[k * n + j] = -s[k];
            hol_axpy(nv, -s[k], x->N + (m + k) * nv, x->dv);
        }
        decelerate(x, n, L->K + j);
    }
    memset(x->dq, 0, (size_t)nv * sizeof *x->dq);
    for (int j = 0; j < m; j++) {
        memcpy(x->dv, x->N + j * nv, (size_t)nv * sizeof *x->dv);
        decelerate(x, m, L->C + j);
    }
    for (int k = 0; k < m; k++) {
        L->state[k * all + n + k] = 1;
        for (int j = 0; j < n; j++) L->state[(n + k) * all + j] = -L->K[k * n + j];
        for (int j = 0; j < m; j++) L->state[(n + k) * all + n + j] = -L->C[k * m + j];
    }
    for (int k = 0; k < n - m; k++)
        memcpy(L->state + (m + k) * all, L->S + k * n, (size_t)n * sizeof *L->S);
}

/* ---------------------------------------------------------------- all of it */

static double *kept(hol_linear *L, int rows, int cols)
{
    return hol_alloc(L->memory, (size_t)rows * (size_t)cols + 1, sizeof(double));
}

static void make_room(const hol_linear_state *x, hol_linear *L)
{
    int n = L->n = x->n, m = L->m = x->m;
    L->bodies = x->sys->nb;
    L->K = kept(L, m, n), L->C = kept(L, m, m), L->S = kept(L, n - m, n);
    L->state = kept(L, n + m, n + m);
    L->basis = kept(L, n, 6 * L->bodies);
    L->eigenvalue = hol_alloc(L->memory, (size_t)(n + m) + 1, sizeof *L->eigenvalue);
    for (int k = 0; k < n; k++)
        for (int b = 0; b < L->bodies; b++) {
            double *at = L->basis + 6 * (k * L->bodies + b);
            hol_linear_twist(x, b, x->N + k * x->sys->nv, at, at + 3);
        }
}

typedef struct {
    hol_eval *sys;
    const double *q, *v;
    hol_message *why;
    hol_linear *made;
    hol_memory *scratch;
} call;

static void linearise(hol_memory *m, void *data)
{
    call *c = data;
    hol_eval *sys = c->sys;
    hol_linear_state x;
    hol_linear *L = hol_alloc(m, 1, sizeof *L);
    L->memory = m;
    if (!hol_linear_begin(&x, c->scratch, sys, c->why)) return;
    memcpy(x.q, c->q, (size_t)sys->nq * sizeof *x.q);
    memcpy(x.v, c->v, (size_t)sys->nv * sizeof *x.v);
    if (!hol_linear_is_allowed(&x) || !hol_linear_basis(&x) || !hol_linear_forces(&x) ||
        !hol_linear_motion(&x, L))
        return;
    make_room(&x, L);
    hol_linear_matrices(&x, L);
    if (hol_linear_is_steady(&x, L) && hol_linear_modes(&x, L)) c->made = L;
}

hol_linear *hol_linearise(hol_eval *sys, const double q[], const double v[], hol_message *why)
{
    call c = {.sys = sys, .q = q, .v = v, .why = why, .scratch = hol_memory_new()};
    hol_memory *m = c.scratch ? hol_memory_of(linearise, &c) : NULL;
    hol_memory_end(c.scratch);
    if (!m) hol_say(why, "%s", hol_status_text(HOL_NO_MEMORY));
    if (m && !c.made) hol_memory_end(m);
    return c.made;
}

void hol_linear_free(hol_linear *linear)
{
    if (linear) hol_memory_end(linear->memory);
}
