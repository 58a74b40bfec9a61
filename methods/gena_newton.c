/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration for the equations of the new node (gena_lie.c, bliedf.c), in the unknowns a
 * and lambda, of index 2 also eta.
 *
 * With d the change of u:  a changes by of_u d, v1 by of_velocity d, v'1 by d / scale, and q1 moves
 * along x = dexp(u, d).  Scaled so that K is near M:
 *
 *     index 3:   K x + G1^T y = scale (f - M v'),   G1 x = -Phi,   u by dexpinv(u, x)
 *     index 2:   K d + G1^T y = scale (f - M v'),   G1 (v1 + of_velocity d) + Phi_t = 0
 *                W dexpinv(u, x) + h G0^T eta = 0,  G1 x = -Phi - G1 dexp(u, d)
 *
 * W is the metric of the units.  The matrices stay as factorised once the corrections are small: y
 * is then of what is left with lambda, f - M v' - G1^T lambda, which it corrects. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/newton.h"
#include "methods/gena.h"
#include "methods/group.h"
#include "methods/increments.h"

/* ---------------------------------------------------------------- the tangent */

static void push_back(hol_stepper *s, const void *at, const double e[], double out[])
{
    const hol_gena_node *S = at;
    hol_dexpinv(s->sys, S->u, e, out);
}

/* scale d/du (M v' - gyroscopic force) e; the change of M with q is O(h^2) of M. */
static void inertia(hol_stepper *s, const void *at, const double e[], double out[])
{
    hol_eval *sys = s->sys;
    const hol_gena_node *S = at;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, sys->nv);
    hol_multiply(&sys->M, S->M, e, out);
    if (hol_has_gyroscopic(sys)) {
        hol_gyroscopic_along(sys, s->work, S->q, S->v, e, f);
        hol_axpy(sys->nv, -S->scale * S->of_velocity, f, out);
    }
    hol_release(s->work, mark);
}

/* The same of x = dexp(u, d), the change of q1. */
static void inertia_pushed_back(hol_stepper *s, const void *at, const double e[], double out[])
{
    size_t mark = hol_mark(s->work);
    double *d = hol_take(s->work, s->sys->nv);
    push_back(s, at, e, d);
    inertia(s, at, d, out);
    hol_release(s->work, mark);
}

/* K = scale d/dx (M v' - f + G^T lambda), the last of these only where coordinates add. */
static void tangent(hol_stepper *s, const hol_gena_node *S, hol_block_action *of_inertia,
                    double K[])
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double *A = hol_take(s->work, sys->M.nnz);

    hol_block_columns(s, of_inertia, S, A);
    const hol_implicit at = {.t = S->t1,
                             .scale = S->scale,
                             .of_velocity = S->of_velocity,
                             .q = S->q,
                             .v = S->v,
                             .lambda = S->lambda,
                             .inertia = A};
    hol_implicit_tangent(s, &at, K);
    hol_release(s->work, mark);
}

/* ---------------------------------------------------------------- corrections */

/* The correction x of the unknown (of q1, or of u), and that of lambda, y / scale:
 *     K x + G1^T y = scale (f - M v' - G1^T lambda),   G1 x = b,   b in y on entry */
static hol_status solve_motion(hol_stepper *s, const hol_gena_node *S, bool held,
                               hol_block_action *of_inertia, double x[], double y[])
{
    hol_eval *sys = s->sys;
    const hol_newton_matrix A = {S->K, S->held_G, S->held_G, S->held_q, S->held_q};
    hol_status status = HOL_OK;
    hol_multiply(&sys->M, S->M, S->vdot, x);
    for (int i = 0; i < sys->nv; i++) x[i] = S->f[i] - x[i];
    hol_multiply_transposed_add(&sys->G, S->G, -1, S->lambda, x);
    for (int i = 0; i < sys->nv; i++) x[i] *= S->scale;
    if (!held) {
        memcpy(S->held_G, S->G, (size_t)sys->G.nnz * sizeof *S->G);
        memcpy(S->held_q, S->q, (size_t)sys->nq * sizeof *S->q);
        tangent(s, S, of_inertia, S->K);
        status = hol_null_space_factor(S->motion, &A);
    }
    if (!status) status = hol_null_space_solve(S->motion, &A, x, y, x, y);
    hol_axpy(sys->nc, 1 / S->scale, y, S->lambda);
    return status;
}

/* Index 3: G1 x = -Phi; the size of the correction of q1. */
static hol_status correct_index_3(hol_stepper *s, const hol_gena_node *S, bool held, double *size)
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *x = hol_take(s->work, n), *d = hol_take(s->work, n), *y = hol_take(s->work, sys->nc);
    for (int i = 0; i < sys->nc; i++) y[i] = -S->phi[i];
    hol_status status = solve_motion(s, S, held, inertia_pushed_back, x, y);
    if (status) return status;
    hol_dexpinv(sys, S->u, x, d);
    hol_axpy(n, S->of_u, d, S->a);
    *size = hol_displacement_size(sys, x);
    return HOL_OK;
}

/* W dexpinv(u, e) */
static void push_back_lowered(hol_stepper *s, const void *at, const double e[], double out[])
{
    push_back(s, at, e, out);
    hol_scale_units(s->sys, -2, out);
}

/* The shift x of q1 by eta:  W dexpinv(u, x) + h G0^T eta = 0,  G1 x = -Phi - G1 dexp(u, d),  where
 * d is the correction of u by a. */
static hol_status correct_eta(hol_stepper *s, const hol_gena_node *S, bool held, const double d[],
                              double x[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *A = hol_take(s->work, sys->M.nnz), *zero = hol_take(s->work, n);
    double *y = hol_take(s->work, sys->nc);
    hol_status status;
    hol_dexp(sys, S->u, d, x);
    hol_multiply(&sys->G, S->G, x, y);
    for (int i = 0; i < sys->nc; i++) y[i] = -S->phi[i] - y[i];
    if (!held) {
        hol_block_columns(s, push_back_lowered, S, A);
        if ((status = hol_saddle_set_K(S->shift, A))) return status;
        if ((status = hol_saddle_set_B(S->shift, S->G0))) return status;
        if ((status = hol_saddle_factor(S->shift, S->G, NULL))) return status;
    }
    hol_saddle_solve(S->shift, zero, y, x, y);
    hol_multiply_transposed_add(&sys->G, S->G0, -1, y, zero);
    hol_scale_units(sys, 2, zero);
    hol_axpy(n, 1, zero, S->push);
    return HOL_OK;
}

/* Stabilised index 2: G1 (v1 + of_velocity d) + Phi_t = 0 for the change d of u by a, then eta.
 */
static hol_status correct_index_2(hol_stepper *s, const hol_gena_node *S, bool held, double *size)
{
    hol_eval *sys = s->sys;
    int n = sys->nv;
    double *d = hol_take(s->work, n), *x = hol_take(s->work, n), *y = hol_take(s->work, sys->nc);
    double *phi_t = hol_take(s->work, sys->nc), *phi_tt = hol_take(s->work, sys->nc);
    hol_status status;
    hol_multiply(&sys->G, S->G, S->v, y);
    hol_drive(sys, S->t1, S->q, S->v, phi_t, phi_tt);
    for (int i = 0; i < sys->nc; i++) y[i] = -(y[i] + phi_t[i]) / S->of_velocity;
    if ((status = solve_motion(s, S, held, inertia, d, y))) return status;
    if ((status = correct_eta(s, S, held, d, x))) return status;
    hol_axpy(n, S->of_u, d, S->a);
    *size = fmax(hol_displacement_size(sys, d), hol_displacement_size(sys, x));
    return HOL_OK;
}

/* ---------------------------------------------------------------- the iteration */

hol_gena *hol_gena_make(hol_stepper *s, bool index_2)
{
    hol_eval *sys = s->sys;
    hol_gena *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->motion = hol_null_space_new(s->memory, sys);
    if (!index_2) return own;
    hol_saddle_end_with(s->memory, &own->shift);
    own->shift = hol_saddle_new(&sys->M, &sys->G, 0, HOL_SADDLE_AUTO, s->count);
    return own;
}

hol_gena_node hol_gena_new_node(hol_stepper *s, double h, const hol_state *z)
{
    hol_eval *sys = s->sys;
    const hol_gena *own = s->aux;
    hol_gena_node S = {.motion = own->motion, .shift = own->shift, .h = h, .t1 = z->t + h, .z = z};
    double **of_nv[] = {&S.a, &S.push, &S.u, &S.v, &S.vdot, &S.f};
    for (int i = 0; i < 6; i++) *of_nv[i] = hol_take(s->work, sys->nv);
    S.q = hol_take(s->work, sys->nq);
    S.lambda = hol_take(s->work, sys->nc);
    S.phi = hol_take(s->work, sys->nc);
    S.M = hol_take(s->work, sys->M.nnz);
    S.G0 = hol_take(s->work, sys->G.nnz);
    S.G = hol_take(s->work, sys->G.nnz);
    S.K = hol_take(s->work, hol_K(sys)->nnz);
    S.held_G = hol_take(s->work, sys->G.nnz);
    S.held_q = hol_take(s->work, sys->nq);
    memcpy(S.lambda, z->lambda, (size_t)sys->nc * sizeof *S.lambda);
    hol_constraints(sys, z->t, z->q, NULL, S.G0);
    return S;
}

hol_status hol_gena_solve(hol_stepper *s, const hol_gena_node *S, hol_gena_update *update,
                          double tolerance)
{
    hol_eval *sys = s->sys;
    hol_newton newton = hol_newton_start(tolerance);
    hol_verdict verdict;
    hol_increments_guess(sys->nv, hol_gena_ahead(sys, S->z), S->h, false, S->u, S->a);
    update(s, S);
    do {
        size_t mark = hol_mark(s->work);
        bool held = hol_newton_holds(&newton, 1e-6); /* more leads past a singular configuration */
        double size = 0;
        hol_mass(sys, S->q, S->M);
        hol_constraints(sys, S->t1, S->q, S->phi, S->G);
        hol_total_force(sys, S->t1, S->q, S->v, S->f);
        hol_status status =
            S->shift ? correct_index_2(s, S, held, &size) : correct_index_3(s, S, held, &size);
        hol_release(s->work, mark);
        if (status) return status;
        update(s, S);
        verdict = hol_newton_judge(&newton, size);
    } while (verdict == HOL_ITERATE);
    return hol_newton_end(&newton, verdict, "equations of motion of the new node", s->count,
                          &s->residual);
}

void hol_gena_arrive(hol_stepper *s, const hol_gena_node *S, hol_state *z)
{
    hol_eval *sys = s->sys;
    size_t nv = (size_t)sys->nv;
    memcpy(z->q, S->q, (size_t)sys->nq * sizeof *S->q);
    memcpy(z->v, S->v, nv * sizeof *S->v);
    memcpy(z->lambda, S->lambda, (size_t)sys->nc * sizeof *S->lambda);
    memcpy(z->memory, S->a, nv * sizeof *S->a);
    hol_increments_keep(sys->nv, hol_gena_ahead(sys, z), S->h, S->a);
    hol_mass(sys, z->q, S->M);
    hol_multiply(&sys->M, S->M, z->v, z->p);
}

size_t hol_gena_memory(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)method, (void)opt;
    return 2 * (size_t)sys->nv + hol_increments_memory(sys->nv);
}
