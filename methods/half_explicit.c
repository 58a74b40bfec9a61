/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phem56, hem4: half-explicit Runge-Kutta methods of index 2.  A table (a, c) is that of the
 * stages, a second one (a^, c^) that of the places where the constraints hold:
 *
 *     Q_i  = q0 + h sum_(j < i) a_ij V_j          V_i  = v0 + h sum_(j < i) a_ij V'_j
 *     Q^_i = q0 + h sum_(j <= i) a^_ij V_j        V^_i = v0 + h sum_(j <= i) a^_ij V'_j
 *     M(Q_i) V'_i + G(Q_i)^T L_i = f(t_i, Q_i, V_i),   G(Q^_i) V^_i + Phi_t(t^_i, Q^_i) = 0
 *
 * one linear system a stage, of V'_i and L_i.  The last row of a^ is the weights: q1 = Q^, v1 = V^,
 * and G(q1) v1 = 0 exactly.  Nonholonomic rows A v = w stand below those of G.  Phi drifts.
 *
 * hem4 (Brasey, Hairer, SIAM J. Numer. Anal. 30 (1993) 538): a^ is the next row of a, so that the
 * constraints of stage i hold at Q_(i+1).  Multipliers are of the index-1 equations at q1.
 *
 * phem56 (Murua, Partitioned half-explicit Runge-Kutta methods for differential-algebraic systems
 * of index 2, Computing 59 (1997) 43), of orders 5 and 4: Dormand and Prince's table, V_1 = v0 and
 * V'_1 the last V' of the step before; the stages are i = 2, ..., 6.  A row 7 of a^ gives the
 * multipliers L_7 of the new node to order 4, and with V'_7 the embedded solution. */
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

enum { MOST = 7 };

typedef struct {
    const hol_half_explicit *H;
    int first, count;        /* stages that are solved: first <= i < count; count: the new node */
    hol_saddle *saddle;      /* [M(Q_i) B^T; C 0],  B = (G; A)(Q_i),  C = (G; A)(Q^_i) */
    hol_rows rows;           /* (G; A) */
    double ahat[MOST][MOST]; /* a^, fractions as numbers */
    double *V, *A;           /* MOST x nv: V_i, V'_i */
} half_explicit;

/* t^_i - t */
static double place(const half_explicit *own, int i, double h)
{
    const hol_half_explicit *H = own->H;
    if (H->chat) return h * (double)H->chat[i].over / (double)H->chat[i].under;
    return i + 1 < own->count ? h * H->table->c[i + 1] : h;
}

/* The right-hand side (nc + na) of (G; A)(Q^_i) V'_i, and (G; A)(Q^_i); t, q: t^_i, Q^_i; v: V^_i
 * without its last term; weight = h a^_ii. */
static const double *constraint_rows(hol_stepper *s, double t, const double q[], const double v[],
                                     double weight, double b[])
{
    hol_eval *sys = s->sys;
    half_explicit *own = s->aux;
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
    half_explicit *own = s->aux;
    int n = sys->nv;
    const hol_butcher *T = own->H->table;
    const double *a = T->a + i * T->stages, *ahat = own->ahat[i];
    double *V = own->V + i * n, t = z->t + T->c[i] * h, that = z->t + place(own, i, h);
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
    const half_explicit *own = s->aux;
    const hol_butcher *T = own->H->table;
    const double *e = T->e[0];
    int n = sys->nv;
    double *q = hol_take(s->work, n), *v = hol_take(s->work, n), *d = hol_take(s->work, n);
    double *p = hol_take(s->work, n), *M = hol_take(s->work, sys->M.nnz);
    hol_combine(T->stages, e, -h, n, own->V, q1, q);
    hol_combine(T->stages, e, h, n, own->A, NULL, d);
    hol_mass(sys, q1, M);
    hol_multiply(&sys->M, M, d, p);
    hol_status status = hol_constrained_solve(sys, z->t + h, q1, NULL, p, d, NULL, NULL);
    if (status) return status;
    for (int i = 0; i < n; i++) v[i] = v1[i] - d[i];
    s->error = hol_scaled_mean(hol_scaled_squares(s, sys->is_length, n, z->q, q1, q) +
                                   hol_scaled_squares(s, sys->is_length, n, z->v, v1, v),
                               2 * n);
    return HOL_OK;
}

static bool index_1(const hol_method *method, const double opt[])
{
    return !method->options || hol_choice_of(method, opt, NODE) == INDEX_1;
}

/* V = v1, V' and L (nc + na) of the new node q1. */
static hol_status last_stage(hol_stepper *s, double h, const hol_state *z, const double q1[],
                             double y[])
{
    hol_eval *sys = s->sys;
    const half_explicit *own = s->aux;
    int n = sys->nv, last = own->count;
    if (!index_1(s->method, s->opt)) return stage(s, last, h, z, y);
    double *v1 = own->V + last * n, *a1 = own->A + last * n;
    hol_combine(last, own->H->table->b, h, n, own->A, z->v, v1);
    return hol_acceleration(sys, z->t + h, q1, v1, a1, y, y + sys->nc);
}

static hol_status try_step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const half_explicit *own = s->aux;
    int n = sys->nv, last = own->count;
    size_t bytes = (size_t)n * sizeof(double);
    double *y = hol_take(s->work, sys->nc + sys->na), *q1 = hol_take(s->work, n);
    double *M = hol_take(s->work, sys->M.nnz);
    hol_status status;

    if (own->first) {
        memcpy(own->V, z->v, bytes);
        memcpy(own->A, z->memory, bytes);
    }
    for (int i = own->first; i < last; i++) {
        size_t mark = hol_mark(s->work);
        status = stage(s, i, h, z, y);
        hol_release(s->work, mark);
        if (status) return status;
    }
    hol_combine(last, own->H->table->b, h, n, own->V, z->q, q1);
    if ((status = last_stage(s, h, z, q1, y))) return status;
    const double *v1 = own->V + last * n;
    if (hol_controlled(s) && (status = estimate(s, h, z, q1, v1))) return status;
    memcpy(z->q, q1, bytes);
    memcpy(z->v, v1, bytes);
    if (own->first) memcpy(z->memory, own->A + last * n, bytes);
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

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    const hol_butcher *T = ((const hol_half_explicit *)method->data)->table;
    bool of_node = index_1(method, opt);
    (void)sys;
    return (hol_claims){
        .order_q = T->order,
        .order_v = T->order,
        .order_lambda = of_node ? T->order : 4,
        .gv = HOL_EXACT,
        .error_order = of_node ? hol_estimate_order(T) : 0,
    };
}

static void fill_table(half_explicit *own)
{
    const hol_half_explicit *H = own->H;
    const hol_butcher *T = H->table;
    int n = T->stages;
    for (int k = 0; k < n * n; k++) {
        int i = k / n, j = k % n;
        own->ahat[i][j] = H->ahat     ? (double)H->ahat[k].over / (double)H->ahat[k].under
                          : i + 1 < n ? T->a[k + n]
                                      : T->b[j];
    }
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    half_explicit *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    const hol_half_explicit *H = own->H = s->method->data;
    own->first = H->ahat ? 1 : 0;
    own->count = H->table->stages - own->first;
    fill_table(own);
    own->V = hol_alloc(s->memory, 2 * MOST * (size_t)sys->nv, sizeof *own->V);
    own->A = own->V + MOST * sys->nv;
    hol_rows_make(sys, s->memory, &own->rows);
    hol_saddle_end_with(s->memory, &own->saddle);
    own->saddle = hol_saddle_new_held(&sys->M, &own->rows.C, own->rows.held,
                                      sys->has & HOL_REGULAR_MASS ? HOL_SADDLE_DEFINITE : 0,
                                      HOL_SADDLE_AUTO, s->count);
    return HOL_OK;
}

const hol_method hol_family_half_explicit[] = {
    {
        .name = "phem56",
        .family = "half-explicit",
        .source = "Murua, Computing 59 (1997) 43",
        .about =
            "half-explicit Runge-Kutta 5(4) on the index-2 equations, velocity constraints kept",
        .formulation = "euler",
        .options = options,
        .needs = HOL_FLAT | HOL_FULL_RANK,
        .data = &hol_half_explicit_56,
        .claims = claims,
        .memory = hol_explicit_memory, /* V'_7 */
        .setup = setup,
        .start = start,
        .restart = restart,
        .step = step,
    },
    {
        .name = "hem4",
        .family = "half-explicit",
        .source = "Brasey, Hairer, SIAM J. Numer. Anal. 30 (1993) 538",
        .about = "half-explicit Runge-Kutta of order 4 on the index-2 equations, velocity "
                 "constraints kept",
        .formulation = "euler",
        .needs = HOL_FLAT | HOL_FULL_RANK,
        .data = &hol_half_explicit_4,
        .claims = claims,
        .setup = setup,
        .step = step,
    },
    {0},
};
