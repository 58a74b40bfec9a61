/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dvp: the discrete Euler-Lagrange equations with multipliers of Wendlandt and Marsden (paper 003,
 * section 4.1); their v is our q, their g our Phi:
 *
 *     p0 - h G(q0)^T lambda = p_left(q0, q1),   Phi(q1) = 0,   p1 = p_right(q0, q1)
 *
 * with the slots of the discrete Lagrangian of discrete.h.
 *
 * Deviations.  Two points become a point and its momentum: p does not suffer from the cancellation
 * in q1 - q0, for the unknown is d.  lambda is a force.  The equations times h have the matrix
 * [K, G0^T; G1, 0] with K = M + O(h); the option `scaling` has those of the paper, [a K, b G0^T; b
 * G1, 0], which exact Newton iterates do not see: the trajectories agree to round-off. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "holonomy/saddle.h"
#include "methods/discrete.h"

typedef struct {
    hol_saddle *saddle;
    bool constant; /* K = M, set once: the mass is constant and no force has a tangent */
} dvp;

enum { SCALING = HOL_DISCRETE_OPTIONS };
enum { TIMES_H, AS_PRINTED }; /* of its values */
static const hol_option options[] = {
    HOL_DISCRETE_OPTION_ROWS,
    {"scaling", HOL_CHOICE, 0, 0, 3, "times-h 4.14 4.15 4.17",
     "of the Newton matrix: free of h; as in (4.14), none; (4.15), (4.17) by powers of h"},
    {0}};

typedef struct {
    double a, b;
} scales;

/* Their rows times -h^2: (4.14) is [K/h^2, G^T; G, 0] but for the sign. */
static scales scales_of(const hol_stepper *s, double h)
{
    const scales of[] = {{1, 1}, {1 / (h * h), 1}, {1, h}, {1 / h, 1}};
    return of[hol_choice(s, SCALING)];
}

static void times(int n, double factor, double x[]) /* x *= factor */
{
    for (int i = 0; i < n; i++) x[i] *= factor;
}

/* ---------------------------------------------------------------- the step */

/* One Newton correction of d by (4.14), times h:  h K x + G0^T y = h (p0 - p_left),  G1 x = -Phi(q0
 * + d), where y = h^2 lambda enters linearly and is solved for anew; B = b G0. */
static hol_status correct(hol_stepper *s, const hol_interval *I, const double p0[],
                          const double B[], double q1[], double x[], double y[])
{
    hol_eval *sys = s->sys;
    const dvp *a = s->aux;
    const scales by = scales_of(s, I->h);
    size_t mark = hol_mark(s->work);
    double *phi = hol_take(s->work, sys->nc), *G1 = hol_take(s->work, sys->G.nnz);
    hol_status status = HOL_OK;

    hol_discrete_evaluate(s, I);
    hol_constraints(sys, I->t + I->h, q1, phi, G1);
    for (int i = 0; i < sys->nv; i++) x[i] = by.a * I->h * (p0[i] - I->left[i]);
    for (int i = 0; i < sys->nc; i++) y[i] = -by.b * phi[i];
    if (by.b != 1) times(sys->G.nnz, by.b, G1);
    if (!a->constant && by.a != 1) times(hol_K(sys)->nnz, by.a, I->K);
    if (!a->constant) status = hol_saddle_set_K(a->saddle, I->K);
    if (!a->constant && !status) status = hol_saddle_set_B(a->saddle, B);
    if (!status) status = hol_saddle_factor(a->saddle, G1, NULL);
    if (!status) hol_saddle_solve(a->saddle, x, y, x, y);
    if (by.b != by.a) times(sys->nc, by.b / by.a, y);
    hol_release(s->work, mark);
    return status;
}

static hol_status advance(hol_stepper *s, double h, double t, const double q0[], const double p0[],
                          double q1[], double p1[], double lambda[])
{
    hol_eval *sys = s->sys;
    const dvp *a = s->aux;
    int n = sys->nv, m = sys->nc;
    double *G0 = hol_take(s->work, sys->G.nnz), *B = hol_take(s->work, sys->G.nnz);
    double *d = hol_take(s->work, n), *x = hol_take(s->work, n), *y = hol_take(s->work, m);
    hol_interval I = {h, t, q0, d, hol_take(s->work, n), hol_take(s->work, n), NULL};
    hol_newton newton = hol_newton_start(hol_real(s, HOL_DISCRETE_NEWTON_TOL));
    hol_verdict verdict;
    hol_status status;

    if (!a->constant) I.K = hol_take(s->work, hol_K(sys)->nnz);
    hol_constraints(sys, t, q0, NULL, G0);
    if (a->constant && (status = hol_saddle_set_B(a->saddle, G0))) return status;
    memcpy(B, G0, (size_t)sys->G.nnz * sizeof *B);
    times(sys->G.nnz, scales_of(s, h).b, B);
    for (int i = 0; i < n; i++) d[i] = q1[i] - q0[i];
    do {
        if ((status = correct(s, &I, p0, B, q1, x, y))) return status;
        for (int i = 0; i < n; i++) {
            d[i] += x[i];
            q1[i] = q0[i] + d[i];
        }
        verdict = hol_newton_judge(&newton, hol_displacement_size(sys, x));
    } while (verdict == HOL_ITERATE);
    if ((status = hol_newton_end(&newton, verdict, "discrete Euler-Lagrange equations (4.5)",
                                 s->count, &s->residual)))
        return status;

    /* p_right by the sum of impulses: what the iteration leaves of (4.5) stays out of p. */
    I.K = NULL;
    hol_discrete_evaluate(s, &I);
    for (int i = 0; i < n; i++) p1[i] = p0[i] + I.push[i];
    hol_multiply_transposed_add(&sys->G, G0, -1 / h, y, p1);
    for (int i = 0; i < m; i++) lambda[i] = y[i] / (h * h);
    return HOL_OK;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    return hol_variational_step(s, h, z, hol_choice(s, HOL_DISCRETE_VELOCITY), advance);
}

/* ---------------------------------------------------------------- the method */

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    return hol_discrete_start(s, h, z, advance);
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    dvp *a = s->aux = hol_alloc(s->memory, 1, sizeof *a);
    a->constant =
        (sys->has & HOL_CONST_MASS) && !hol_has_tangent(sys) && hol_choice(s, SCALING) == 0;
    bool definite = a->constant && (sys->has & HOL_REGULAR_MASS);
    hol_saddle_end_with(s->memory, &a->saddle);
    a->saddle = hol_saddle_new(a->constant ? &sys->M : hol_K(sys), &sys->G, definite,
                               HOL_SADDLE_AUTO, s->count);
    return a->constant ? hol_variational_set_mass(s, a->saddle) : HOL_OK;
}

/* The matrix of (4.14) has entries of 1/h^2 beside those of G: its round-off reaches Phi and the
 * inner rows: on the quadrangle 2e-11 of the length. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    hol_claims c = hol_discrete_claims(method, sys, opt);
    if (hol_choice_of(method, opt, SCALING) == AS_PRINTED) c.phi = c.inner = HOL_BOUNDED;
    return c;
}

const hol_method hol_family_dvp[] = {
    {
        .name = "dvp",
        .family = "variational",
        .source = "Wendlandt, Marsden 1996, section 4.1 (paper 003)",
        .about = "discrete Euler-Lagrange equations with multipliers",
        .formulation = "euler",
        .options = options,
        .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_FULL_RANK,
        .options_need = hol_discrete_needs,
        .claims = claims,
        .memory = hol_discrete_memory,
        .setup = setup,
        .start = start,
        .restart = hol_discrete_restart,
        .step = step,
    },
    {0},
};
