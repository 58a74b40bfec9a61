/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See series_factors.h. */
#include "mechanics/series_factors.h"

#include <string.h>

#include "base/doubles.h"
#include "holonomy/saddle.h"
#include "mechanics/joint_tree.h"

struct hol_series_factors {
    hol_eval *own; /* its scratch holds N, G and A of the matrix */
    hol_saddle *saddle;
    bool whole; /* there are factors, */
    double t;
    double *at;      /* nq: of this position */
    double *Mr, *Gr; /* in their patterns */
    double *c, *y;   /* nr; nj + na: of the reduced system */
    bool dense; /* a small tree in joint coordinates, whose factors are A in place of those of */
    double *A, *inverse; /* `saddle` */
};

static void end_evaluator(void *factors)
{
    hol_eval_free(((hol_series_factors *)factors)->own);
}

hol_series_factors *hol_series_factors_new(hol_memory *m, hol_eval *sys)
{
    hol_series_factors *F = hol_alloc(m, 1, sizeof *F);
    hol_at_end(m, end_evaluator, F);
    F->own = hol_eval_new(sys->system);
    if (!F->own) hol_no_memory();
    F->own->count = sys->count;
    const struct hol_joint_tree *tree = sys->system->tree;
    int size = sys->nr + sys->nj + sys->na;
    F->dense = tree && tree->dense;
    if (F->dense) {
        F->A = hol_doubles(m, size * size);
        F->inverse = hol_doubles(m, size);
    } else {
        hol_saddle_end_with(m, &F->saddle);
        F->saddle = hol_saddle_new(&sys->Mr, &sys->Gr, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,
                                   HOL_SADDLE_AUTO, sys->count);
    }
    F->at = hol_doubles(m, sys->nq);
    F->Mr = hol_doubles(m, sys->Mr.nnz);
    F->Gr = hol_doubles(m, sys->Gr.nnz);
    F->c = hol_doubles(m, sys->nr);
    F->y = hol_doubles(m, sys->nj + sys->na);
    return F;
}

static hol_status factor(hol_series_factors *F)
{
    const hol_eval *e = F->own;
    hol_status status;
    if (F->dense) {
        e->count->factorisations++;
        hol_joint_dense_matrix(e, F->Mr, F->Gr, F->A);
        return hol_quasi_definite_factor(e->nv, e->nv + e->nj + e->na, F->A, F->inverse);
    }
    if ((status = hol_saddle_set_K(F->saddle, F->Mr))) return status;
    if ((status = hol_saddle_set_B(F->saddle, F->Gr))) return status;
    return hol_saddle_factor(F->saddle, F->Gr, e->system->slack);
}

hol_status hol_series_factor(hol_series_factors *F, double t, const double q[])
{
    hol_eval *e = F->own;
    size_t bytes = (size_t)e->nq * sizeof *q;
    hol_status status;
    bool timeless = e->has & HOL_SCLERONOMIC;
    if (F->whole && (timeless || F->t == t) && !memcmp(F->at, q, bytes)) return HOL_OK;
    F->whole = false;
    F->t = t;
    memcpy(F->at, q, bytes);
    hol_reduce_matrices(e, t, q, F->Mr, F->Gr);
    if ((status = factor(F))) return status;
    F->whole = true;
    return HOL_OK;
}

hol_eval *hol_series_evaluator(hol_series_factors *F)
{
    return F->own;
}

const double *hol_series_mass(const hol_series_factors *F)
{
    return F->Mr;
}

static void solve_dense(hol_series_factors *F, const double f[], const double b[], double x[],
                        double y[])
{
    const hol_eval *e = F->own;
    int n = e->nv, m = e->nj + e->na;
    double z[HOL_QUASI_DEFINITE_MOST];
    e->count->solves++;
    for (int i = 0; i < n; i++) z[i] = f[i];
    for (int i = 0; i < m; i++) z[n + i] = b[i];
    hol_quasi_definite_solve(n + m, F->A, F->inverse, z);
    for (int i = 0; i < n; i++) x[i] = z[i];
    for (int i = 0; i < m; i++) y[i] = z[n + i];
}

void hol_series_solve_by(void *factors, const double f[], const double b[], double x[], double y[])
{
    hol_series_factors *F = factors;
    hol_eval *e = F->own;
    if (F->dense) {
        solve_dense(F, f, b, x, y);
        return;
    }
    hol_reduce_sides(e, b, f, F->c, F->y);
    hol_saddle_solve(F->saddle, F->c, F->y, F->c, F->y);
    hol_expand(e, f, F->c, F->y, x, y);
    memcpy(y + e->nc, F->y + e->nj, (size_t)e->na * sizeof *y);
}
