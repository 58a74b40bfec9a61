/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mk2 to mk5 and mk8: the Munthe-Kaas methods of Terze, Zlatar and Mueller (paper 004),
 * section 2.2.2, on the group of states (q, v):
 *
 *     u_i = h sum_j a_ij k~_j,   k_i = F(t + c_i h, q o exp(u_i)),   k~_i = dexpinv(u_i, k_i, n)
 *
 * F = (v, v'), the z of (8), with v' of the index-1 equations (10): q' = F(q) q (9), u' =
 * dexpinv(u, F(q)) (11); (6) is the system of index 3.  The group is the product of a vector space
 * (v and the positions that add), where dexpinv is the identity, and of rotations.  Section 2.3:
 * the constraints may be restored after every k-th step, by (12) or by (23) (stabilise.h).
 *
 * Deviations.  The paper prints dexpinv for right trivialisation, - 1/2 [u, k], but its velocities
 * are body velocities: R exp(u) needs + 1/2 [u, k].  Its sum goes to the bracket of degree n - 1;
 * degree n - 2 is enough for order n (Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd
 * ed., theorem IV.8.5), since u = O(h).
 *
 * Nor has the paper control of the steps: mk5 has it by the estimate of its table.  mk8 is not the
 * paper's: the same by the pair of orders 8 and 7 of Prince and Dormand, with dexpinv in closed
 * form; the sum to degree 6 would take as long.
 */
#include <string.h>

#include "holonomy/explicit.h"
#include "methods/control.h"
#include "methods/group.h"
#include "methods/stabilise.h"
#include "methods/stepper.h"

enum { STABILISATION, EVERY, WEIGHT, NEWTON_TOL, CONTROL };
enum { NONE, LEAST_SQUARES, ROTATION_VECTOR };

/* clang-format off */
#define STABILISATION_OPTIONS                                                                      \
    [STABILISATION] = {"stabilisation", HOL_CHOICE, NONE, 0, 2,                                    \
                       "none least-squares rotation-vector",                                       \
                       "of the constraints: none, the projection (12), or one step (23)"},         \
    [EVERY] = {"every", HOL_INT, 1, 1, 1e9, NULL, "stabilise after every so many steps [1]"},      \
    [WEIGHT] = {"weight", HOL_REAL, 1, 0, 2, NULL,                                                 \
                "exponent s of the weights of (12), the diagonal of M to the power s [1]"},        \
    [NEWTON_TOL] = {"newton_tol", HOL_REAL, 1e-12, 0, 1e-3, NULL,                                  \
                    "largest last correction of (12), relative to the length of the system"}
/* clang-format on */

static const hol_option options[] = {STABILISATION_OPTIONS, {0}};
static const hol_option options_controlled[] = {
    STABILISATION_OPTIONS, [CONTROL] = HOL_CONTROL_OPTIONS(6, 1 / 3.), {0}};

static int size(hol_eval *sys)
{
    return sys->nv;
}

/* dexpinv(u, v, n): the sum over p <= n - 2 of B_p / p! [u, [u, ... v]], p brackets, B_1 = +1/2. */
static void rate(hol_stepper *s, const hol_butcher *T, const double u[], const double q[],
                 const double v[], double k[])
{
    static const double series[] = {1, 1. / 2, 1. / 12, 0}; /* B_p / p! */
    (void)q;
    if (u)
        hol_bracket_series(s->sys, T->order - 1, series, u, v, k);
    else
        memcpy(k, v, (size_t)s->sys->nv * sizeof *k);
}

/* dexpinv(u, v) */
static void rate_exact(hol_stepper *s, const hol_butcher *T, const double u[], const double q[],
                       const double v[], double k[])
{
    (void)T, (void)q;
    if (u)
        hol_dexpinv(s->sys, u, v, k);
    else
        memcpy(k, v, (size_t)s->sys->nv * sizeof *k);
}

static hol_status finish(hol_stepper *s, double t, hol_state *z)
{
    /* Steps since the last stabilisation, behind the acceleration of the node. */
    double *steps = z->memory + s->sys->nv;
    hol_tidy(s->sys, z->q);
    if (!s->aux || ++*steps < hol_choice(s, EVERY)) return HOL_OK;
    *steps = 0;
    return hol_stabilise(s->aux, s, t, z->q, z->v);
}

static size_t memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    return hol_explicit_memory(method, sys, opt) + 1;
}

/* Nonholonomic rows have no position to be brought back to. */
static unsigned options_need(const hol_method *method, const double opt[])
{
    return hol_choice_of(method, opt, STABILISATION) == NONE ? 0 : HOL_HOLONOMIC;
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    int kind = hol_choice(s, STABILISATION);
    if (kind == NONE) return HOL_OK;
    const hol_stabilisation how = {.weight = kind == LEAST_SQUARES ? hol_real(s, WEIGHT) : 0,
                                   .once = kind == ROTATION_VECTOR,
                                   .tolerance = hol_real(s, NEWTON_TOL)};
    s->aux = hol_stabiliser_new(s->memory, sys, how);
    return HOL_OK;
}

static hol_status setup_controlled(hol_stepper *s)
{
    s->control = hol_control_of(s, CONTROL);
    return setup(s);
}

/* Index-1 equations keep none of the constraints but that R is a rotation. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    const hol_explicit *way = method->data;
    int kind = hol_choice_of(method, opt, STABILISATION);
    bool always = kind != NONE && hol_choice_of(method, opt, EVERY) == 1;
    bool whole = always && kind == LEAST_SQUARES;
    return hol_claims_of_order(way->table->order,
                               whole    ? HOL_EXACT
                               : always ? HOL_BOUNDED
                                        : HOL_NOT_KEPT,
                               always ? HOL_EXACT : HOL_NOT_KEPT,
                               whole || sys->nc == sys->nj ? HOL_EXACT : HOL_NOT_KEPT);
}

static hol_claims claims_controlled(const hol_method *method, hol_eval *sys, const double opt[])
{
    const hol_explicit *way = method->data;
    hol_claims c = claims(method, sys, opt);
    c.error_order = hol_estimate_order(way->table);
    return c;
}

static const hol_increment algebra = {size, rate, hol_reach, finish, NULL};
static const hol_increment algebra_exact = {size, rate_exact, hol_reach, finish, NULL};

#define GROUP                                                                                      \
    .family = "munthe-kaas", .formulation = "lie", .needs = HOL_FULL_RANK,                         \
    .options_need = options_need, .memory = memory, .start = hol_explicit_start,                   \
    .step = hol_explicit_step
#define OF_PAPER .source = "Terze, Zlatar, Mueller 2012, sections 2.2.2, 2.3 (paper 004)"
#define FIXED    .options = options, .claims = claims, .setup = setup
#define CONTROLLED                                                                                 \
    .options = options_controlled, .claims = claims_controlled, .setup = setup_controlled

const hol_method hol_family_munthe_kaas[] = {
    {
        .name = "mk2",
        .about = "Munthe-Kaas method of order 2 (Runge's table) on the index-1 equations",
        .data = &(const hol_explicit){&hol_butcher_rk2, &algebra},
        GROUP,
        OF_PAPER,
        FIXED,
    },
    {
        .name = "mk3",
        .about = "Munthe-Kaas method of order 3 (Heun's table) on the index-1 equations",
        .data = &(const hol_explicit){&hol_butcher_rk3, &algebra},
        GROUP,
        OF_PAPER,
        FIXED,
    },
    {
        .name = "mk4",
        .about = "Munthe-Kaas method of order 4 (the classical table) on the index-1 equations",
        .data = &(const hol_explicit){&hol_butcher_rk4, &algebra},
        GROUP,
        OF_PAPER,
        FIXED,
    },
    {
        .name = "mk5",
        .about = "Munthe-Kaas method of order 5 (Dormand-Prince's table) on the index-1 equations",
        .data = &(const hol_explicit){&hol_butcher_dp5, &algebra},
        GROUP,
        OF_PAPER,
        CONTROLLED,
    },
    {
        .name = "mk8",
        .about = "Munthe-Kaas method of order 8 (Prince-Dormand's pair) on the index-1 equations",
        .source = "Munthe-Kaas, Appl. Numer. Math. 29 (1999); Prince, Dormand, J. Comput. Appl. "
                  "Math. 7 (1981)",
        .data = &(const hol_explicit){&hol_butcher_prince_dormand, &algebra_exact},
        GROUP,
        CONTROLLED,
    },
    {0},
};
