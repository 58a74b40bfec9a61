/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bliedf: the backward differentiation formula of two steps on Lie groups, Wieloch, Arnold, BDF
 * integrators for constrained mechanical systems on Lie groups, J. Comput. Appl. Math. 387 (2021)
 * 112517, on the equations of index 3 or stabilised index 2:
 *
 *     M(q1) v'1 = f(t1, q1, v1) - G(q1)^T lambda1,   Phi(t1, q1) = 0
 *     q1 = q0 o exp(h D1),   v1 = 3/2 D1 - 1/2 D0,   h v'1 = 3/2 v1 - 2 v0 + 1/2 v_-1
 *
 * with q0 = q_-1 o exp(h D0).  Two steps need no commutators: those of D1 and D0 are of order h^3
 * in q.  Index 2: h D1 in q1 has the further part -h W^-1 G(q0)^T eta, and G(q1) v1 + Phi_t = 0; D0
 * of the next step is D1 without it.
 *
 * Start.  v_-1 and D0 are of the motion before the start, to order h^2; of index 3 both velocities
 * stand where the method's own smooth solution has them, across the constraints off by h^2 e,
 * e = -v''/3 + [v, v']/12, which is what the formula makes of the log of the motion. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "methods/gena.h"
#include "methods/increments.h"
#include "methods/jerk.h"
#include "methods/stepper.h"

enum { FORM, NEWTON_TOL };
enum { INDEX_3, INDEX_2 };

static const hol_option options[] = {
    [FORM] = {"form", HOL_CHOICE, INDEX_2, 0, 1, "index-3 stabilised-index-2",
              "the constraints of position, or those of velocity as well"},
    [NEWTON_TOL] = {"newton_tol", HOL_REAL, 1e-14, 0, 1e-3, NULL,
                    "largest last correction of Newton's iteration over the length of the system"},
    {0},
};

/* What a state carries: D0, then v_-1. */
static double *before(const hol_eval *sys, const hol_state *z)
{
    return z->memory + sys->nv;
}

/* u, q1, v1 and v'1 of the unknown D1, the node's a. */
static void update(const hol_stepper *s, const hol_gena_node *S)
{
    hol_eval *sys = s->sys;
    const double *D0 = S->z->memory, *vm = before(sys, S->z), *v0 = S->z->v;
    for (int i = 0; i < sys->nv; i++) {
        S->u[i] = S->h * S->a[i] + S->push[i];
        S->v[i] = 1.5 * S->a[i] - 0.5 * D0[i];
        S->vdot[i] = (1.5 * S->v[i] - 2 * v0[i] + 0.5 * vm[i]) / S->h;
    }
    hol_move(sys, S->z->q, S->u, S->q);
}

/* u = h D1 of a step that is far too long has lost the digits that the constraints need. */
static bool is_on_constraints(hol_stepper *s, const hol_gena_node *S)
{
    static const double most = 1e-10; /* |Phi|, of the largest coordinate, or of 1 */
    hol_eval *sys = s->sys;
    double scale = 1, phi = 0;
    hol_constraints(sys, S->t1, S->q, S->phi, S->G);
    for (int i = 0; i < sys->nq; i++) scale = fmax(scale, fabs(S->q[i]));
    for (int i = 0; i < sys->nc; i++) phi = fmax(phi, fabs(S->phi[i]));
    s->residual = (hol_residual){phi, "constraints at the new node"};
    return phi <= most * scale;
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    hol_gena_node S = hol_gena_new_node(s, h, z);
    S.of_u = 1 / h;
    S.of_velocity = 1.5 / h;
    S.scale = 4 * h * h / 9;
    for (int i = 0; i < sys->nv; i++) S.a[i] = 1.5 * z->v[i] - 0.5 * before(sys, z)[i];
    hol_status status = hol_gena_solve(s, &S, update, hol_real(s, NEWTON_TOL));
    if (status) return status;
    if (!is_on_constraints(s, &S)) return HOL_DIVERGED;

    memcpy(before(sys, z), z->v, (size_t)sys->nv * sizeof *S.v);
    hol_gena_arrive(s, &S, z);
    return HOL_OK;
}

/* D0 = v - h/2 v' + h^2 (v''/6 + [v, v']/12), the log of the motion from -h;  v_-1 = v - h v' +
 * h^2/2 v'', and for index 3 h^2 e across the constraints to v, v_-1. */
static hol_status begin(hol_stepper *s, double h, hol_state *z, bool shift_v)
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *D0 = z->memory, *vm = before(sys, z), *v = z->v;
    double *a = hol_take(s->work, n), *j = hol_take(s->work, n), *c = hol_take(s->work, n);
    hol_status status;
    hol_increments_forget(hol_gena_ahead(sys, z));
    if ((status = hol_acceleration(sys, z->t, z->q, v, a, z->lambda, z->alpha))) return status;
    if ((status = hol_jerk(s, h, z, a, j))) return status;
    hol_bracket(sys, v, a, c);
    for (int i = 0; i < n; i++) {
        D0[i] = v[i] - h / 2 * a[i] + h * h * (j[i] / 6 + c[i] / 12);
        vm[i] = v[i] - h * a[i] + h * h / 2 * j[i];
        c[i] = h * h * (-j[i] / 3 + c[i] / 12);
    }
    if (!shift_v) return HOL_OK;
    if ((status = hol_keep_across(s, z, c))) return status;
    hol_axpy(n, 1, c, v);
    hol_axpy(n, 1, c, vm);
    return HOL_OK;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    return begin(s, h, z, hol_choice(s, FORM) == INDEX_3);
}

/* After a change of h the velocity is left where it is, with the G v of the former steps. */
static hol_status restart(hol_stepper *s, double h, hol_state *z)
{
    return begin(s, h, z, false);
}

/* ---------------------------------------------------------------- the method */

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)sys;
    bool index_2 = hol_choice_of(method, opt, FORM) == INDEX_2;
    return hol_claims_of_order(2, HOL_EXACT, index_2 ? HOL_EXACT : HOL_NOT_KEPT, HOL_EXACT);
}

static hol_status setup(hol_stepper *s)
{
    hol_gena_make(s, hol_choice(s, FORM) == INDEX_2);
    return HOL_OK;
}

const hol_method hol_family_bliedf[] = {
    {
        .name = "bliedf",
        .family = "bdf",
        .source = "Wieloch, Arnold, J. Comput. Appl. Math. 387 (2021) 112517",
        .about = "backward differentiation of two steps on Lie groups: stabilised index 2, or 3",
        .formulation = "lie",
        .options = options,
        .needs = HOL_HOLONOMIC | HOL_FULL_RANK,
        .claims = claims,
        .memory = hol_gena_memory,
        .setup = setup,
        .start = start,
        .restart = restart,
        .step = step,
    },
    {0},
};
