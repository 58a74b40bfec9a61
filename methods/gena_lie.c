/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gena-lie: the generalised-alpha method on Lie groups (Bruels, Cardona, Arnold, Lie group
 * generalized-alpha time integration of constrained flexible multibody systems, Mechanism and
 * Machine Theory 48 (2012) 121):
 *
 *     M(q1) v'1 = f(t1, q1, v1) - G(q1)^T lambda1,   Phi(t1, q1) = 0
 *     q1 = q0 o exp(u),   u = h v0 + h^2 ((1/2 - beta) a0 + beta a1)
 *     v1 = v0 + h ((1 - gamma) a0 + gamma a1)
 *     (1 - alpha_m) a1 + alpha_m a0 = (1 - alpha_f) v'1 + alpha_f v'0
 *
 * with the coefficients of Chung and Hulbert, J. Appl. Mech. 60 (1993) 371, for the spectral radius
 * rho_infinity at infinite frequency, or those of Hilber, Hughes and Taylor, Earthq. Eng. Struct.
 * Dyn. 5 (1977) 283: alpha_m = 0, alpha_f = -alpha, which is the trapezoidal rule at alpha = 0.
 * Stabilised index 2 (Arnold, Cardona, Bruels, in CISM 565, Springer 2016, 91): u has the further
 * part -h W^-1 G(q0)^T eta and G(q1) v1 + Phi_t = 0.
 *
 * Deviation: Newton's iteration begins at the polynomial through the last a, not at a0. */
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "methods/gena.h"
#include "methods/increments.h"
#include "methods/stepper.h"

enum { RHO, FORM, START, NEWTON_TOL, COEFFICIENTS, ALPHA };
enum { CHUNG_HULBERT, HHT };
enum { INDEX_3, INDEX_2 };
enum { CORRECTED, PLAIN };

static const hol_option options[] = {
    [RHO] = {"rho_infinity", HOL_REAL, 0.8, 0, 1, NULL,
             "spectral radius at infinite frequency [1]; 1: nothing is damped"},
    [FORM] = {"form", HOL_CHOICE, INDEX_3, 0, 1, "index-3 stabilised-index-2",
              "the constraints of position, or those of velocity as well"},
    [START] = {"start", HOL_CHOICE, CORRECTED, 0, 1, "corrected plain",
               "first a and v on the method's own smooth solution, or a = v' and v as given"},
    [NEWTON_TOL] = {"newton_tol", HOL_REAL, 1e-14, 0, 1e-3, NULL,
                    "largest last correction of Newton's iteration over the length of the system"},
    [COEFFICIENTS] = {"coefficients", HOL_CHOICE, CHUNG_HULBERT, 0, 1, "chung-hulbert hht",
                      "of rho_infinity; or of Hilber, Hughes and Taylor, by alpha"},
    [ALPHA] = {"alpha", HOL_REAL, -0.1, -1 / 3., 0, NULL,
               "damping parameter of hht [1]; 0: the trapezoidal rule"},
    {0},
};

static hol_gena_coefficients coefficients_of(const hol_stepper *s)
{
    double rho = hol_real(s, RHO);
    hol_gena_coefficients c = {.am = (2 * rho - 1) / (rho + 1), .af = rho / (rho + 1)};
    if (hol_choice(s, COEFFICIENTS) == HHT)
        c = (hol_gena_coefficients){.am = 0, .af = -hol_real(s, ALPHA)};
    c.gamma = 0.5 + c.af - c.am;
    c.beta = 0.25 * (c.gamma + 0.5) * (c.gamma + 0.5);
    return c;
}

/* ---------------------------------------------------------------- the new node */

static hol_gena_node new_node(hol_stepper *s, double h, const hol_state *z)
{
    const hol_gena_coefficients *c = &((const hol_gena *)s->aux)->c;
    hol_gena_node S = hol_gena_new_node(s, h, z);
    S.of_u = 1 / (c->beta * h * h);
    S.of_velocity = c->gamma / (c->beta * h);
    S.scale = c->beta * h * h * (1 - c->af) / (1 - c->am);
    return S;
}

/* u, q, v and v' of a. */
static void update(const hol_stepper *s, const hol_gena_node *S)
{
    hol_eval *sys = s->sys;
    const hol_gena_coefficients *c = &((const hol_gena *)s->aux)->c;
    const double *a0 = S->z->memory, *vdot0 = hol_gena_vdot(sys, S->z), *v0 = S->z->v;
    double h = S->h;
    for (int i = 0; i < sys->nv; i++) {
        double a1 = S->a[i];
        S->u[i] = h * (v0[i] + h * ((0.5 - c->beta) * a0[i] + c->beta * a1)) + S->push[i];
        S->v[i] = v0[i] + h * ((1 - c->gamma) * a0[i] + c->gamma * a1);
        S->vdot[i] = ((1 - c->am) * a1 + c->am * a0[i] - c->af * vdot0[i]) / (1 - c->af);
    }
    hol_move(sys, S->z->q, S->u, S->q);
}

/* ---------------------------------------------------------------- the step */

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    size_t nv = (size_t)sys->nv;
    hol_gena_node S = new_node(s, h, z);
    memcpy(S.a, z->memory, nv * sizeof *S.a);
    hol_status status = hol_gena_solve(s, &S, update, hol_real(s, NEWTON_TOL));
    if (status) return status;
    hol_gena_arrive(s, &S, z);
    memcpy(hol_gena_vdot(sys, z), S.vdot, nv * sizeof *S.vdot);
    return HOL_OK;
}

/* ---------------------------------------------------------------- start */

static hol_status begin(hol_stepper *s, double h, hol_state *z, bool shift_v)
{
    hol_eval *sys = s->sys;
    double *a = z->memory, *vdot = hol_gena_vdot(sys, z);
    hol_increments_forget(hol_gena_ahead(sys, z));
    hol_status status = hol_acceleration(sys, z->t, z->q, z->v, vdot, z->lambda, z->alpha);
    memcpy(a, vdot, (size_t)sys->nv * sizeof *a);
    if (status || hol_choice(s, START) == PLAIN) return status;
    return hol_gena_settle(s, h, z, shift_v);
}

/* After a change of h the velocity is left where it is, with the G v of the former steps. */
static hol_status restart(hol_stepper *s, double h, hol_state *z)
{
    return begin(s, h, z, false);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    return begin(s, h, z, hol_choice(s, FORM) == INDEX_3);
}

/* ---------------------------------------------------------------- the method */

static hol_claims claims(const hol_method *method, hol_eval *sys, const double opt[])
{
    (void)sys;
    bool index_2 = hol_choice_of(method, opt, FORM) == INDEX_2;
    return hol_claims_of_order(2, HOL_EXACT, index_2 ? HOL_EXACT : HOL_BOUNDED, HOL_EXACT);
}

static hol_status setup(hol_stepper *s)
{
    hol_gena_make(s, hol_choice(s, FORM) == INDEX_2)->c = coefficients_of(s);
    return HOL_OK;
}

const hol_method hol_family_gena_lie[] = {
    {
        .name = "gena-lie",
        .family = "generalised-alpha",
        .source = "Bruels, Cardona, Arnold, Mechanism and Machine Theory 48 (2012) 121",
        .about = "generalised-alpha on Lie groups: index 3, or stabilised index 2",
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
