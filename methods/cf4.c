/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cf4: the commutator-free Lie group method of order 4 with five exponentials, Celledoni,
 * Marthinsen, Owren, Commutator-free Lie group methods, Future Gener. Comput. Syst. 19 (2003) 341,
 * on
 *
 *     q' = T(q) v,  v' = a(t, q, v),   a of the index-1 equations,
 *
 * with body velocities, that is, with what is applied first on the left; V_i, A_i velocity and
 * acceleration of stage i:
 *
 *     Q_2 = q0 o exp(h/2 V_1),   Q_3 = q0 o exp(h/2 V_2),   Q_4 = Q_2 o exp(h (V_3 - V_1/2))
 *     q1 = q0 o exp(h/12 (3 V_1 + 2 V_2 + 2 V_3 - V_4)) o exp(h/12 (-V_1 + 2 V_2 + 2 V_3 + 3 V_4))
 *
 * Velocities add: theirs is the classical method.  No brackets where mk4 has them; one exponential
 * more. */
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "methods/stepper.h"

enum { STAGES = 4 };

/* q1 = q o exp(h sum_j weight_j V_j) */
static void turn(hol_stepper *s, const double weight[], double h, const double V[],
                 const double q[], double q1[])
{
    size_t mark = hol_mark(s->work);
    double *u = hol_take(s->work, s->sys->nv);
    hol_combine(STAGES, weight, h, s->sys->nv, V, NULL, u);
    hol_move(s->sys, q, u, q1);
    hol_release(s->work, mark);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    static const double half_first[] = {1 / 2., 0, 0, 0}, half_second[] = {0, 1 / 2., 0, 0};
    static const double rest[] = {-1 / 2., 0, 1, 0};
    static const double first[] = {3 / 12., 2 / 12., 2 / 12., -1 / 12.};
    static const double last[] = {-1 / 12., 2 / 12., 2 / 12., 3 / 12.};
    const hol_butcher *T = &hol_butcher_rk4;
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *V = hol_take(s->work, STAGES * n), *A = hol_take(s->work, STAGES * n);
    double *q = hol_take(s->work, sys->nq), *q2 = hol_take(s->work, sys->nq);
    hol_status status;

    memcpy(V, z->v, (size_t)n * sizeof *V);
    memcpy(A, z->memory, (size_t)n * sizeof *A);
    for (int i = 1; i < STAGES; i++) {
        hol_combine(i, T->a + i * STAGES, h, n, A, z->v, V + i * n);
        if (i == 1) turn(s, half_first, h, V, z->q, q2);
        if (i == 2) turn(s, half_second, h, V, z->q, q);
        if (i == 3) turn(s, rest, h, V, q2, q);
        status = hol_acceleration(sys, z->t + T->c[i] * h, i == 1 ? q2 : q, V + i * n, A + i * n,
                                  NULL, NULL);
        if (status) return status;
    }
    turn(s, first, h, V, z->q, q);
    turn(s, last, h, V, q, z->q);
    hol_combine(STAGES, T->b, h, n, A, z->v, z->v);
    return hol_acceleration(sys, z->t + h, z->q, z->v, z->memory, z->lambda, z->alpha);
}

/* Index-1 equations keep none of the constraints but that R is a rotation. */
static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    hol_kept inner = sys->nc == sys->nj ? HOL_EXACT : HOL_NOT_KEPT;
    return hol_claims_of_order(4, HOL_NOT_KEPT, HOL_NOT_KEPT, inner);
}

const hol_method hol_family_cf4[] = {
    {
        .name = "cf4",
        .family = "munthe-kaas",
        .source = "Celledoni, Marthinsen, Owren, Future Gener. Comput. Syst. 19 (2003) 341",
        .about = "commutator-free Lie group method of order 4 on the index-1 equations",
        .formulation = "lie",
        .needs = HOL_FULL_RANK,
        .claims = claims,
        .memory = hol_explicit_memory,
        .start = hol_start_with_acceleration,
        .step = step,
    },
    {0},
};
