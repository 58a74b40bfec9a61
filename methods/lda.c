/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lda: a discrete Lagrange-d'Alembert method (McLachlan, Perlmutter, J. Nonlinear Sci. 16 (2006)
 * 283, (4.18)), symmetric; all rows are conditions on the velocity, B v = w with B = (G; A):
 *
 *     q_h = q_0 + h/2 v_0,   M v_1 = M v_0 + h f(q_h) - h B(q_h)^T lambda,   q_1 = q_h + h/2 v_1
 *     B(q_1) v_1 = w
 *
 * f = -grad U and forces of position.  Holonomic rows keep G v = 0 alone: Phi goes off by O(h^2).
 */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "methods/all_rows.h"
#include "methods/dalembert.h"
#include "methods/stepper.h"

enum { NEWTON_TOL };

/* A position moves by h/2 times what the velocity is off. */
static const hol_option options[] = {
    [NEWTON_TOL] =
        {"newton_tol", HOL_REAL, 1e-14, 0, 1e-3, NULL,
         "largest last correction of the iteration, relative to the length of the system"},
    {0},
};

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const hol_dalembert *own = s->aux;
    int n = sys->nv, m = sys->nc + sys->na;
    double *q = hol_take(s->work, sys->nq), *q1 = hol_take(s->work, sys->nq);
    double *p = hol_take(s->work, n), *v1 = hol_take(s->work, n), *d = hol_take(s->work, n);
    double *B = hol_take(s->work, own->P.nnz), *w = hol_take(s->work, m), *y = hol_take(s->work, m);
    hol_newton newton = hol_newton_start(hol_real(s, NEWTON_TOL));
    hol_verdict verdict;
    hol_status status;

    memcpy(q, z->q, (size_t)sys->nq * sizeof *q);
    hol_axpy(n, h / 2, z->v, q);
    hol_dalembert_push(s, h, z->t + h / 2, q, z->v, p);
    hol_all_rows_at(sys, z->t + h / 2, q, B, w);
    if ((status = hol_saddle_set_B(own->saddle, B))) return status;
    memcpy(v1, z->v, (size_t)n * sizeof *v1);
    do { /* v1 is linear in B(q1) */
        memcpy(q1, q, (size_t)sys->nq * sizeof *q);
        hol_axpy(n, h / 2, v1, q1);
        hol_all_rows_at(sys, z->t + h, q1, B, w);
        if ((status = hol_saddle_factor(own->saddle, B, NULL))) return status;
        hol_saddle_solve(own->saddle, p, w, d, y);
        for (int i = 0; i < n; i++) {
            double change = d[i] - v1[i];
            v1[i] = d[i];
            d[i] = h / 2 * change;
        }
        verdict = hol_newton_judge(&newton, hol_displacement_size(sys, d));
    } while (verdict == HOL_ITERATE);
    if ((status = hol_newton_end(&newton, verdict, "velocity of the node", s->count, &s->residual)))
        return status;
    memcpy(z->q, q, (size_t)sys->nq * sizeof *q);
    hol_axpy(n, h / 2, v1, z->q);
    memcpy(z->v, v1, (size_t)n * sizeof *v1);
    hol_dalembert_finish(s, h, y, z);
    return HOL_OK;
}

const hol_method hol_family_lda[] = {
    {
        .name = "lda",
        .source = "McLachlan, Perlmutter, J. Nonlinear Sci. 16 (2006) 283",
        .about = "discrete Lagrange-d'Alembert: symmetric, nonholonomic rows at every node",
        .options = options,
        .claims = hol_claims_of_data,
        .data = &(const hol_claims){.order_q = 2,
                                    .order_v = 2,
                                    .order_lambda = 2,
                                    .lambda_time = -0.5,
                                    .gv = HOL_EXACT,
                                    .symmetric = true},
        .step = step,
        HOL_DALEMBERT,
    },
    {0},
};
