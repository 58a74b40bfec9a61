/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phem56: the partitioned half-explicit Runge-Kutta method of orders 5 and 4 of Murua, Partitioned
 * half-explicit Runge-Kutta methods for differential-algebraic systems of index 2, Computing 59
 * (1997) 43: Dormand and Prince's table (a, c) for the stages, a second one (a^, c^) for the places
 * where the constraints hold.  With V_1 = v0, V'_1 the last V' of the step before, and i = 2, ...:
 *
 *     Q_i  = q0 + h sum_(j < i) a_ij V_j          V_i  = v0 + h sum_(j < i) a_ij V'_j
 *     Q^_i = q0 + h sum_(j <= i) a^_ij V_j        V^_i = v0 + h sum_(j <= i) a^_ij V'_j
 *     M(Q_i) V'_i + G(Q_i)^T L_i = f(t_i, Q_i, V_i),   G(Q^_i) V^_i + Phi_t(t^_i, Q^_i) = 0
 *
 * one linear system a stage, of V'_i and L_i.  Row 6 of a^ is the weights: q1 = Q^_6, v1 = V^_6,
 * and G(q1) v1 = 0 exactly.  Row 7 gives the multipliers L_7 of the new node to order 4, and with
 * V'_7 the embedded solution.  Nonholonomic rows A v = w stand below those of G.  Phi drifts. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "holonomy/rows.h"
#include "holonomy/saddle.h"

enum { NODE };
enum { INDEX_1, HALF_EXPLICIT };

static const hol_option options[] = {
    [NODE] = {"node", HOL_CHOICE, INDEX_1, 0, 1, "index-1 half-explicit",
              "acceleration and multipliers of the new node: index-1 equations, or the last row"},
    {0},
};

static const hol_half_explicit *const H = &hol_half_explicit_56;
enum { STAGES = 7 };

typedef struct {
    hol_saddle *saddle;          /* [M(Q_i) B^T; C 0],  B = (G; A)(Q_i),  C = (G; A)(Q^_i) */
    hol_rows rows;               /* (G; A) */
    double ahat[STAGES][STAGES]; /* a^, the fractions as numbers */
    double *V, *A;               /* STAGES x nv: V_i, V'_i */
} phem;

/* The right-hand side (nc + na) of (G; A)(Q^_i) V'_i, and (G; A)(Q^_i); t, q: t^_i, Q^_i; v: V^_i
 * without its last term; weight = h a^_ii. */
static const double *constraint_rows(hol_stepper *s, double t, const double q[], const double v[],
                                     double weight, double b[])
{
    hol_eval *sys = s->sys;
    phem *own = s->aux;
    double *phi = hol_take(s->work, sys->nc), *w = hol_take(s->work, sys->na);
    double *phi_t = hol_take(s->work, sys->nc);
    if (!(sys->has & HOL_SCLERONOMIC)) hol_drive(sys, t, q, v, phi_t, NULL);
    const double *C = hol_rows_at(sys, &own->rows, t, q, v, phi, b, w);
    for (int i = 0; i < sys->nc; i++) b[i] = -(b[i] + phi_t[i]) / weight;
    for (int i = 0; i < sys->na; i++) b[sys->nc + i] = (w[i] - b[sys->nc + i]) / weight;
    return C;
}

/* V'_i, and L_i (nc + na) in y. */
static hol_status stage(hol_stepper *s, int i, double h, const hol_state *z, double y[])
{
    hol_eval *sys = s->sys;
    phem *own = s->aux;
    int n = sys->nv;
    const double *a = H->table->a + i * STAGES, *ahat = own->ahat[i];
    double *V = own->V + i * n, t = z->t + H->table->c[i] * h;
    double that = z->t + h * (double)H->chat[i].over / (double)H->chat[i].under;
    double *q = hol_take(s->work, n), *qhat = hol_take(s->work, n), *vhat = hol_take(s->work, n);
    double *f = hol_take(s->work, n), *M = hol_take(s->work, sys->M.nnz);
    double *phi = hol_take(s->work, sys->nc), *w = hol_take(s->work, sys->na);
    hol_status status;

    hol_combine(i, a, h, n, own->V, z->q, q);
    hol_combine(i, a, h, n, own->A, z->v, V);
    hol_combine(i + 1, ahat, h, n, own->V, z->q, qhat);
    hol_combine(i, ahat, h, n, own->A, z->v, vhat);
    hol_mass(sys, q, M);
    hol_total_force(sys, t, q, V, f);
    const double *B = hol_rows_at(sys, &own->rows, t, q, V, phi, y, w);
    if ((status = hol_saddle_set_K(own->saddle, M))) return status;
    if ((status = hol_saddle_set_B(own->saddle, B))) return status;
    const double *C = constraint_rows(s, that, qhat, vhat, h * ahat[i], y);
    return hol_saddle_factor_solve(own->saddle, C, NULL, f, y, own->A + i * n, y);
}

/* s->error: the RMS of the estimate h sum_j e_j (V_j, V'_j) in units of the tolerance.  Of the
 * velocities v^ only what is along the constraints counts, M d = M (v1 - v^) - G^T mu, G d = 0:
 * across them v^ is of order 3. */
static hol_status estimate(hol_stepper *s, double h, const hol_state *z, const double q1[],
                           const double v1[])
{
    hol_eval *sys = s->sys;
    const phem *own = s->aux;
    const double *e = H->table->e[0];
    int n = sys->nv;
    double *q = hol_take(s->work, n), *v = hol_take(s->work, n), *d = hol_take(s->work, n);
    double *p = hol_take(s->work, n), *M = hol_take(s->work, sys->M.nnz);
    hol_combine(STAGES, e, -h, n, own->V, q1, q);
    hol_combine(STAGES, e, h, n, own->A, NULL, d);
    hol_mass(sys, q1, M);
    hol_multiply(&sys->M, M, d, p);
    hol_status status = hol_constrained_solve(sys, z->t + h, q1, NULL, p, d, NULL, NULL);
    if (status) return status;
    for (int i = 0; i < n; i++) v[i] = v1[i] - d[i];
    s->error = sqrt((hol_scaled_squares(s, sys->is_length, n, z->q, q1, q) +
                     hol_scaled_squares(s, sys->is_length, n, z->v, v1, v)) /
                    (2 * n));
    return HOL_OK;
}

/* V_7 = v1, V'_7 and L_7 (nc + na) of the new node q1. */
static hol_status last_stage(hol_stepper *s, double h, const hol_state *z, const double q1[],
                             double y[])
{
    hol_eval *sys = s->sys;
    const phem *own = s->aux;
    int n = sys->nv, last = STAGES - 1;
    if (hol_choice(s, NODE) == HALF_EXPLICIT) return stage(s, last, h, z, y);
    double *v1 = own->V + last * n, *a1 = own->A + last * n;
    hol_combine(last, H->table->b, h, n, own->A, z->v, v1);
    return hol_acceleration(sys, z->t + h, q1, v1, a1, y, y + sys->nc);
}

static hol_status try_step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const phem *own = s->aux;
    int n = sys->nv, last = STAGES - 1;
    size_t bytes = (size_t)n * sizeof(double);
    double *y = hol_take(s->work, sys->nc + sys->na), *q1 = hol_take(s->work, n);
    double *M = hol_take(s->work, sys->M.nnz);
    hol_status status;

    memcpy(own->V, z->v, bytes);
    memcpy(own->A, z->memory, bytes);
    for (int i = 1; i < last; i++) {
        size_t mark = hol_mark(s->work);
        status = stage(s, i, h, z, y);
        hol_release(s->work, mark);
        if (status) return status;
    }
    hol_combine(last, H->table->b, h, n, own->V, z->q, q1);
    if ((status = last_stage(s, h, z, q1, y))) return status;
    const double *v1 = own->V + last * n;
    if (hol_controlled(s) && (status = estimate(s, h, z, q1, v1))) return status;
    memcpy(z->q, q1, bytes);
    memcpy(z->v, v1, bytes);
    memcpy(z->memory, own->A + last * n, bytes);
    memcpy(z->lambda, y, (size_t)sys->nc * sizeof *y);
    memcpy(z->alpha, y + sys->nc, (size_t)sys->na * sizeof *y);
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, z->p);
    return HOL_OK;
}

/* The state was regular: a stage that is not may have been carried there by too long a step. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_status status = try_step(s, h, z);
    if (status != HOL_SINGULAR || !hol_controlled(s)) return status;
    s->residual.of = "rank of the constraints at a stage";
    return HOL_REJECT;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    (void)h;
    return hol_acceleration(s->sys, z->t, z->q, z->v, z->memory, z->lambda, z->alpha);
}

/* V' of a step's end serves a step of another size. */
static hol_status restart(hol_stepper *s, double h, hol_state *z)
{
    (void)s, (void)h, (void)z;
    return HOL_OK;
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return (size_t)sys->nv; /* V'_7 */
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    bool index_1 = hol_choice_of(method, opt, NODE) == INDEX_1;
    (void)sys;
    return (hol_claims){
        .order_q = 5,
        .order_v = 5,
        .order_lambda = index_1 ? 5 : 4,
        .gv = HOL_EXACT,
        .error_order = index_1 ? hol_estimate_order(H->table) : 0,
    };
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    phem *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->V = hol_alloc(s->memory, 2 * STAGES * (size_t)sys->nv, sizeof *own->V);
    own->A = own->V + STAGES * sys->nv;
    for (int k = 0; k < STAGES * STAGES; k++)
        own->ahat[k / STAGES][k % STAGES] = (double)H->ahat[k].over / (double)H->ahat[k].under;
    hol_rows_make(sys, s->memory, &own->rows);
    hol_saddle_end_with(s->memory, &own->saddle);
    own->saddle = hol_saddle_new_held(&sys->M, &own->rows.C, own->rows.held,
                                      sys->has & HOL_REGULAR_MASS ? HOL_SADDLE_DEFINITE : 0,
                                      HOL_SADDLE_AUTO, s->count);
    return HOL_OK;
}

const hol_method hol_family_phem56[] = {
    {
        .name = "phem56",
        .family = "half-explicit",
        .source = "Murua, Computing 59 (1997) 43",
        .about =
            "half-explicit Runge-Kutta 5(4) on the index-2 equations, velocity constraints kept",
        .formulation = "natural",
        .options = options,
        .needs = HOL_FLAT | HOL_FULL_RANK,
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .restart = restart,
        .step = step,
    },
    {0},
};
