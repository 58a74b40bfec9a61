/* SPDX-License-Identifier: GPL-3.0-or-later */
/* radau-ggl: the Radau IIA method of 3 or 2 stages (Hairer, Wanner, Solving Ordinary Differential
 * Equations II, sections IV.5, IV.8, VII.4) on the stabilised index-2 equations F(t, y, y') = 0 of
 * ggl_equations.h, y = (q, v, lambda, alpha, mu).  It is collocation at c_1 .. c_s = 1,
 *
 *     F(t_0 + c_i h, y_0 + Z_i, 1/h sum_j omega_ij Z_j) = 0,   y_1 = y_0 + Z_s,   omega = A^-1,
 *
 * so that y_1 satisfies Phi = 0, G v + Phi_t = 0 and A v = w; order 2s - 1 in q and v, s in the
 * multipliers, L-stable.  A and omega are those for which  sum_j a_ij c_j^(k-1) = c_i^k / k, k <=
 * s.
 *
 * Error estimate (section IV.8): the difference of order s + 1 to a quadrature that has the weight
 * 1/gamma at y_0, filtered by the real matrix of Newton's iteration. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "holonomy/memory.h"
#include "methods/control.h"
#include "methods/ggl_equations.h"
#include "methods/radau.h"
#include "methods/stepper.h"

enum { STAGES, NEWTON_TOL, CONTROL };

static const hol_option options[] = {
    [STAGES] = {"stages", HOL_CHOICE, 1, 0, 1, "2 3", "order 3 or 5"},
    [NEWTON_TOL] = {"newton_tol", HOL_REAL, 1e-14, 0, 1e-3, NULL,
                    "largest last correction of Newton's iteration, relative to the length and the "
                    "speed of the system"},
    [CONTROL] = HOL_CONTROL_OPTIONS(8, 0.2),
    {0},
};

static int stages_of(const hol_method *method, const double opt[])
{
    return hol_choice_of(method, opt, STAGES) + 2;
}

/* ---------------------------------------------------------------- one step */

/* err of  (gamma/h F_y' + F_y) err = F_y' (y_0' + gamma/h sum_j e_j Z_j);  its RMS over q and v in
 * units of the tolerance. */
static double estimate(hol_stepper *s, double h, const hol_state *z)
{
    hol_eval *sys = s->sys;
    const hol_radau_ggl *own = s->aux;
    int n = sys->nv;
    double *err = own->w, *sum = own->rate, *M = hol_take(s->work, sys->M.nnz);
    memset(err, 0, (size_t)own->N * sizeof *err);
    hol_combine(own->R.stages, own->R.e, own->R.gamma / h, own->N, own->Z, NULL, sum);
    hol_axpy(n, 1, z->v, sum);
    hol_axpy(n, 1, own->a0, sum + n);
    memcpy(err, sum, (size_t)n * sizeof *err);
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, sum + n, err + n);
    hol_radau_divide(s, 0, h, err);

    const double *last = own->Z + (own->R.stages - 1) * own->N;
    double squares = 0;
    for (int part = 0; part < 2; part++) { /* q, then v */
        double *x0 = own->y0 + part * n, *x1 = own->y + part * n, *xhat = own->rate + part * n;
        for (int i = 0; i < n; i++) {
            x1[i] = x0[i] + last[part * n + i];
            xhat[i] = x1[i] + err[part * n + i];
        }
        squares += hol_scaled_squares(s, sys->is_length, n, x0, x1, xhat);
    }
    return hol_scaled_mean(squares, 2 * n);
}

static hol_status try_step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    const hol_radau_ggl *own = s->aux;
    hol_radau_memory memory = hol_radau_memory_of(own, z);
    int n = sys->nv, last = (own->R.stages - 1) * own->N;
    hol_ggl_parts y0 = hol_ggl_split(sys, own->y0), Z = hol_ggl_split(sys, own->Z + last);
    hol_status status;

    memset(own->y0, 0, (size_t)own->N * sizeof(double));
    memcpy(y0.q, z->q, (size_t)n * sizeof(double));
    memcpy(y0.v, z->v, (size_t)n * sizeof(double));
    if ((status = hol_acceleration(sys, z->t, z->q, z->v, own->a0, y0.lambda, y0.alpha)))
        return status;
    if ((status = hol_radau_solve(s, h, z, hol_real(s, NEWTON_TOL)))) return status;
    if (hol_controlled(s)) s->error = estimate(s, h, z);

    hol_axpy(n, 1, Z.q, z->q);
    hol_axpy(n, 1, Z.v, z->v);
    for (int i = 0; i < sys->nc; i++) z->lambda[i] = y0.lambda[i] + Z.lambda[i];
    for (int i = 0; i < sys->na; i++) z->alpha[i] = y0.alpha[i] + Z.alpha[i];
    hol_arrive(s, z->q, z->v, z);
    *memory.h = h;
    memcpy(memory.Z, own->Z, (size_t)(last + own->N) * sizeof(double));
    return HOL_OK;
}

/* Under control a step on which the iteration fails is too long. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_status status = try_step(s, h, z);
    return status == HOL_DIVERGED && hol_controlled(s) ? HOL_REJECT : status;
}

/* ---------------------------------------------------------------- the method */

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    int stages = stages_of(method, opt);
    (void)sys;
    hol_claims c = hol_claims_of_order(2 * stages - 1, HOL_EXACT, HOL_EXACT, HOL_EXACT);
    c.order_lambda = stages;
    c.error_order = stages + 1;
    return c;
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    int N = hol_ggl_unknowns(sys);
    return 1 + (size_t)(stages_of(method, opt) * N + hol_radau_place_size(sys->nv, N));
}

static void make_matrix(hol_stepper *s, int parts, hol_radau_matrix *S)
{
    size_t n = (size_t)s->sys->nv, K = (size_t)hol_ggl_unknowns(s->sys) - n, p = (size_t)parts;
    S->parts = parts;
    S->B = hol_alloc(s->memory, p * K * n, sizeof(double));
    S->LU = hol_alloc(s->memory, p * K * K, sizeof(double));
    S->pivot = hol_alloc(s->memory, K, sizeof(int));
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    hol_radau_ggl *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    int stages = stages_of(s->method, s->opt);
    size_t N = (size_t)(own->N = hol_ggl_unknowns(sys)), size = (size_t)stages * N;
    s->control = hol_control_of(s, CONTROL);
    make_matrix(s, 1, &own->matrix[0]);
    make_matrix(s, 2, &own->matrix[1]);
    own->J_mu = hol_alloc(s->memory, (size_t)(sys->nv * sys->nc), sizeof(double));
    own->place =
        hol_alloc(s->memory, (size_t)hol_radau_place_size(sys->nv, own->N), sizeof(double));
    own->Z = hol_alloc(s->memory, size, sizeof(double));
    own->r = hol_alloc(s->memory, size, sizeof(double));
    own->w = hol_alloc(s->memory, size, sizeof(double));
    own->y = hol_alloc(s->memory, N, sizeof(double));
    own->y0 = hol_alloc(s->memory, N, sizeof(double));
    own->rate = hol_alloc(s->memory, N, sizeof(double));
    own->a0 = hol_alloc(s->memory, (size_t)sys->nv, sizeof(double));
    return hol_radau_make(stages, &own->R);
}

const hol_method hol_family_radau_ggl[] = {
    {
        .name = "radau-ggl",
        .family = "radau",
        .source = "Hairer, Wanner, Solving ODEs II, sections IV.5, IV.8, VII.4; Gear, Leimkuhler, "
                  "Gupta 1985",
        .about = "Radau IIA on the stabilised index-2 equations, order 5 or 3, for stiff systems",
        .formulation = "euler",
        .options = options,
        .needs = HOL_FLAT | HOL_FULL_RANK | HOL_SMALL,
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .restart = hol_restart_as_before, /* What is kept of a step serves a step of another size; a
                                             start forgets it. */
        .step = step,
    },
    {0},
};
