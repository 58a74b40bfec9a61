/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shake: Verlet's method with constraints (Ryckaert, Ciccotti, Berendsen 1977; paper 003, section
 * 5.2), the discrete Euler-Lagrange equations of the trapezoidal discrete Lagrangian where the mass
 * is constant; and rattle (Andersen 1983), which is shake with velocity=legendre, the velocity on
 * the constraints, under its own name:
 *
 *     M d / h = p_n + h/2 f(q_n) - h G(q_n)^T lambda_n,   Phi(q_n + d) = 0,   q_n+1 = q_n + d
 *     p_n+1 = M d / h + h/2 f(q_n+1)
 *     rattle: M v_n+1 = p_n+1 - G(q_n+1)^T mu,   G(q_n+1) v_n+1 = 0
 *
 * Deviation: the paper's two-step form becomes one in (q, p), of which the round-off grows more
 * slowly.  M may be singular where the saddle matrix is not. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/variational.h"
#include "methods/constant_mass.h"
#include "methods/shake_newton.h"

enum { NEWTON_TOL, VELOCITY }; /* rows; the second one of shake only */

static const hol_option options[] = {
    HOL_NEWTON_OPTION,
    HOL_VELOCITY_OPTION(HOL_VELOCITY_CENTRAL),
    {0},
};

static const hol_option rattle_options[] = {
    HOL_NEWTON_OPTION,
    {0},
};

typedef struct {
    hol_saddle *saddle; /* K = M */
    double *q, *f;      /* nq, nv: the force at the node evaluated last */
} shake;

/* The end of a step is the beginning of the next: one evaluation serves both. */
static const double *force(hol_stepper *s, double t, const double q[])
{
    hol_eval *sys = s->sys;
    const shake *a = s->aux;
    size_t bytes = (size_t)sys->nq * sizeof *q;
    if (!hol_has_tangent(sys) || !memcmp(a->q, q, bytes)) return a->f;
    size_t mark = hol_mark(s->work);
    hol_total_force(sys, t, q, hol_take(s->work, sys->nv), a->f); /* of position only */
    memcpy(a->q, q, bytes);
    hol_release(s->work, mark);
    return a->f;
}

static hol_status advance(hol_stepper *s, double h, double t, const double q0[], const double p0[],
                          double q1[], double p1[], double lambda[])
{
    hol_eval *sys = s->sys;
    const shake *own = s->aux;
    int n = sys->nv, m = sys->nc;
    double *G0 = hol_take(s->work, sys->G.nnz);
    double *a = hol_take(s->work, n), *y = hol_take(s->work, m);
    hol_status status;

    const double *f = force(s, t, q0);
    for (int i = 0; i < n; i++) {
        p1[i] = p0[i] + 0.5 * h * f[i];
        a[i] = h * p1[i];
    }
    hol_constraints(sys, t, q0, NULL, G0);
    if ((status = hol_saddle_set_B(own->saddle, G0))) return status;
    if ((status = hol_shake_newton(s, own->saddle, hol_real(s, NEWTON_TOL), t + h, q0, a, q1, y)))
        return status;

    hol_multiply_transposed_add(&sys->G, G0, -1 / h, y, p1);
    hol_axpy(n, 0.5 * h, force(s, t + h, q1), p1);
    for (int i = 0; i < m; i++) lambda[i] = y[i] / (h * h);
    return HOL_OK;
}

/* ---------------------------------------------------------------- the methods */

/* The reported velocity: the method's data, else its option. */
static int velocity(const hol_method *method, const double opt[])
{
    const int *fixed = method->data;
    return fixed ? *fixed : hol_choice_of(method, opt, VELOCITY);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    return hol_variational_step(s, h, z, velocity(s->method, s->opt), advance);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    return hol_variational_start(s, h, z, velocity(s->method, s->opt));
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    return hol_variational_memory(sys, velocity(method, opt));
}

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    return hol_variational_claims(sys, velocity(method, opt), 2, true);
}

static unsigned options_need(const hol_method *method, const double opt[])
{
    return hol_variational_needs(velocity(method, opt));
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    shake *a = s->aux = hol_alloc(s->memory, 1, sizeof *a);
    a->q = hol_alloc(s->memory, (size_t)(sys->nq + sys->nv), sizeof *a->q);
    a->f = a->q + sys->nq;
    size_t mark = hol_mark(s->work);
    hol_total_force(sys, 0, a->q, hol_take(s->work, sys->nv), a->f);
    hol_release(s->work, mark);
    return hol_mass_saddle(s, hol_constant_mass(s), &sys->G, false, &a->saddle);
}

const hol_method hol_family_shake[] = {
    {
        .name = "shake",
        .family = "variational",
        .source =
            "Ryckaert, Ciccotti, Berendsen 1977; Wendlandt, Marsden 1996, section 5.2 (paper 003)",
        .about = "constrained Verlet: the discrete variational principle by the trapezoidal rule",
        .formulation = "natural",
        .options = options,
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_HOLONOMIC | HOL_POSITION_FORCES | HOL_FULL_RANK,
        .options_need = options_need,
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .step = step,
    },
    {
        .name = "rattle",
        .family = "variational",
        .source =
            "Andersen 1983; Hairer, Lubich, Wanner, Geometric Numerical Integration, (VII.1.26)",
        .about = "constrained Verlet with the velocity on the constraints too",
        .formulation = "natural",
        .options = rattle_options,
        .needs = HOL_FLAT | HOL_CONST_MASS | HOL_HOLONOMIC | HOL_POSITION_FORCES | HOL_SCLERONOMIC |
                 HOL_FULL_RANK,
        .data = &(const int){HOL_VELOCITY_LEGENDRE},
        .claims = claims,
        .memory = memory,
        .setup = setup,
        .start = start,
        .step = step,
    },
    {0},
};
