/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger of a run of the linear SPOOK.  With v_k between the nodes k - 1 and k, (29) multiplied
 * by v = (v_k + v_k+1)/2, the velocity at node k, is exact:
 *
 *     T(v_k+1) - T(v_k) = h f_k . v - y . G_k v,       y = h lambda
 *
 * and eliminated, y = y_s + y_d + y_f is what springs, dampers and the outer force ask of the rows:
 *
 *     (S + Sigma) y = 4/h Upsilon g_k + 4 theta Upsilon G_k v_k + h G_k M^-1 f_k,
 *     S = G M^-1 G^T,  Sigma = 4/h^2 Upsilon epsilon
 *
 * So a step has the rows as springs of the compliance epsilon + h^2 (1 + 4 theta)/4 S, which
 * follow h where epsilon is small: stored in them is g_k . (2/h^2 Upsilon) (S + Sigma)^-1 g_k, and
 * y_d . G_k v goes into their dampers. */
#include "harness/papers/paper_001.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct hol_p001_ledger {
    hol_eval *sys;
    hol_saddle *saddle;
    double h, theta, upsilon;
    double *phi, *Sigma, *b, *y, *before; /* nc each but `before`: nv, v_k */
    double *G, *x;                        /* nv: a solution that nobody asks for */
};

static double option_of(const hol_experiment *x, const char *name)
{
    const hol_option *table = x->method->options;
    for (int i = 0; table[i].name; i++)
        if (!strcmp(table[i].name, name)) return x->options[i];
    return NAN;
}

hol_p001_ledger *hol_p001_ledger_new(const hol_result *r)
{
    hol_eval *sys = r->x->sys;
    int m = sys->nc, n = sys->nv;
    if (strcmp(r->x->method->name, "spook") != 0 || sys->na || !(sys->has & HOL_HARD) ||
        hol_method_memory(r->x->method, sys, r->x->options) || r->x->claims.lambda_time < 0)
        return NULL;
    hol_p001_ledger *l = hol_new(1, sizeof *l);
    *l = (hol_p001_ledger){.sys = sys, .h = r->h, .theta = option_of(r->x, "tau")};
    l->upsilon = 1 / (1 + 4 * l->theta);
    l->phi = hol_new(4 * m + 2 * n + sys->G.nnz + sys->M.nnz, sizeof *l->phi);
    l->Sigma = l->phi + m, l->b = l->Sigma + m, l->y = l->b + m, l->before = l->y + m;
    l->x = l->before + n, l->G = l->x + n;
    double *M = l->G + sys->G.nnz;
    for (int i = 0; i < m; i++) {
        double arm = hol_row_unit(sys, i) / sys->unit;
        l->Sigma[i] = 4 * option_of(r->x, "epsilon") * l->upsilon * arm * arm / (l->h * l->h);
    }
    hol_mass(sys, r->x->z->q, M);
    l->saddle = hol_saddle_new(&sys->M, &sys->G, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,
                               HOL_SADDLE_AUTO, NULL);
    if (hol_saddle_set_K(l->saddle, M) == HOL_OK) return l;
    hol_p001_ledger_free(l);
    return NULL;
}

void hol_p001_ledger_free(hol_p001_ledger *l)
{
    if (!l) return;
    hol_saddle_free(l->saddle);
    free(l->phi);
    free(l);
}

/* Velocities: v_k+1 is the state's p, v_k = 2 v - v_k+1. */
void hol_p001_ledger_read(hol_p001_ledger *l, const hol_state *z, double *stored, double *damped,
                          double *work)
{
    hol_eval *sys = l->sys;
    int n = sys->nv, m = sys->nc;
    *stored = *damped = *work = NAN;
    hol_constraints(sys, z->t, z->q, l->phi, l->G);
    if (hol_saddle_set_B(l->saddle, l->G) || hol_saddle_factor(l->saddle, l->G, l->Sigma)) return;
    for (int i = 0; i < n; i++) l->before[i] = 2 * z->v[i] - z->p[i];
    hol_saddle_solve_schur(l->saddle, l->phi, l->x, l->y);
    *stored = 2 / (l->h * l->h) * l->upsilon * hol_dot(m, l->phi, l->y);
    hol_multiply(&sys->G, l->G, l->before, l->b);
    for (int i = 0; i < m; i++) l->b[i] *= 4 * l->theta * l->upsilon;
    hol_saddle_solve_schur(l->saddle, l->b, l->x, l->y);
    hol_multiply(&sys->G, l->G, z->v, l->b);
    *damped = hol_dot(m, l->y, l->b);
    *work = -l->h * hol_dot(m, z->lambda, l->b);
}
