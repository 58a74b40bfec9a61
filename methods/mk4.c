/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mk4: the Munthe-Kaas method of Terze, Zlatar and Mueller (paper 004), section 2.2.2, with the
 * classical table, on the group of states (q, v):
 *
 *     u_i = h sum_j a_ij k~_j,   k_i = F(t + c_i h, q o exp(u_i)),   k~_i = dexpinv(u_i, k_i)
 *
 * F = (v, v'), the z of (8), with v' of the index-1 equations (10): q' = F(q) q (9), u' =
 * dexpinv(u, F(q)) (11); (6) is the system of index 3.  The group is the product of a vector space
 * (v and the positions that add), where dexpinv is the identity, and of rotations.
 *
 * Deviations.  The paper prints dexpinv for right trivialisation, - 1/2 [u, k], but its velocities
 * are body velocities: R exp(u) needs + 1/2 [u, k].  The full dexpinv stands for its series. */
#include "methods/explicit.h"

static int size(const hol_system *sys)
{
    return sys->nv;
}

static void rate(const hol_system *sys, const double u[], const double q[], const double v[],
                 double k[])
{
    (void)q;
    sys->dexpinv(sys, u, v, k);
}

static void move(const hol_system *sys, const double q0[], const double u[], double q1[])
{
    sys->move(sys, q0, u, q1);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    static const hol_increment algebra = {size, rate, move};
    return hol_explicit_step(&hol_table_rk4, &algebra, s, h, z);
}

static hol_claims claims(const hol_system *sys, const double opt[])
{
    (void)opt;
    return (hol_claims){
        .order_q = 4,
        .order_v = 4,
        .order_lambda = 4,
        .inner = sys->nc == sys->nj ? HOL_EXACT : HOL_NOT_KEPT, /* R stays a rotation */
    };
}

static const hol_method mk4 = {
    .name = "mk4",
    .family = "munthe-kaas",
    .source = "Terze, Zlatar, Mueller 2012, section 2.2.2 (paper 004)",
    .about = "Munthe-Kaas Runge-Kutta method of order 4 on the index-1 equations",
    .formulation = "lie",
    .needs = HOL_FULL_RANK,
    .claims = claims,
    .memory = hol_explicit_memory,
    .start = hol_explicit_start,
    .step = step,
};

const hol_method *const hol_family_mk4[] = {&mk4, NULL};
