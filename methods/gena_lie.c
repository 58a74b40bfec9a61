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
 * rho_infinity at infinite frequency.  Stabilised index 2 (Arnold, Cardona, Bruels, in CISM 565,
 * Springer 2016, 91): u has the further part -h G(q0)^T eta and G(q1) v1 + Phi_t = 0.
 *
 * Start (Arnold, Bruels, Cardona, Numer. Math. 129 (2015) 149).  a_n stands for v' at
 * t_n + (alpha_m - alpha_f) h; and the step's own error in u is h^3 e,
 *
 *     e = (1/6 - (alpha_m - alpha_f)/2 - beta) v'' + 1/12 [v, v'],
 *
 * so that Phi = 0 holds the motion of index 3 to velocities with G v = h^2 G e.  Started elsewhere
 * (`plain`: a0 = v'0, v0 exact) it settles there, at the rate rho_infinity a step, and until then
 * the multipliers have an error O(h): their order reduction. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "methods/group.h"
#include "methods/jerk.h"
#include "methods/memory.h"
#include "numerics/dense.h"
#include "numerics/newton.h"
#include "numerics/saddle.h"

enum { RHO, FORM, START, NEWTON_TOL };
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
    {0},
};

typedef struct {
    double am, af, beta, gamma;
} coefficients;

static coefficients coefficients_of(double rho)
{
    coefficients c = {.am = (2 * rho - 1) / (rho + 1), .af = rho / (rho + 1)};
    c.gamma = 0.5 + c.af - c.am;
    c.beta = 0.25 * (c.gamma + 0.5) * (c.gamma + 0.5);
    return c;
}

typedef struct {
    coefficients c;
    hol_saddle *motion; /* [K G1^T; G1 0], of a and lambda */
    hol_saddle *shift;  /* stabilised index 2: [dexpinv(u) G0^T; G1 0], of eta; else NULL */
} gena;

/* What a state carries: a, at its memory, then v'. */
static double *state_vdot(const hol_system *sys, const hol_state *z)
{
    return z->memory + sys->nv;
}

/* ---------------------------------------------------------------- the equations of a step */

typedef struct { /* unknowns and what follows from them */
    const coefficients *c;
    double h, t1;
    const hol_state *z;           /* the old node */
    double *a, *lambda, *push;    /* nv, nc; push = -h G(q0)^T eta, nv */
    double *u, *q, *v, *vdot;     /* nv, nq, nv, nv */
    double *M, *G0, *G, *phi, *f; /* at the new node, but G0 */
} stage;

static stage new_stage(hol_stepper *s, double h, const hol_state *z)
{
    const hol_system *sys = s->sys;
    stage S = {.c = &((const gena *)s->aux)->c, .h = h, .t1 = z->t + h, .z = z};
    double **of_nv[] = {&S.a, &S.push, &S.u, &S.v, &S.vdot, &S.f};
    for (int i = 0; i < 6; i++) *of_nv[i] = hol_take(s->work, sys->nv);
    S.q = hol_take(s->work, sys->nq);
    S.lambda = hol_take(s->work, sys->nc);
    S.phi = hol_take(s->work, sys->nc);
    S.M = hol_take(s->work, sys->M.nnz);
    S.G0 = hol_take(s->work, sys->G.nnz);
    S.G = hol_take(s->work, sys->G.nnz);
    return S;
}

/* u, q, v and v' of a. */
static void update(const hol_stepper *s, const stage *S)
{
    const hol_system *sys = s->sys;
    const coefficients *c = S->c;
    const double *a0 = S->z->memory, *vdot0 = state_vdot(sys, S->z), *v0 = S->z->v;
    double h = S->h;
    for (int i = 0; i < sys->nv; i++) {
        double a1 = S->a[i];
        S->u[i] = h * (v0[i] + h * ((0.5 - c->beta) * a0[i] + c->beta * a1)) + S->push[i];
        S->v[i] = v0[i] + h * ((1 - c->gamma) * a0[i] + c->gamma * a1);
        S->vdot[i] = ((1 - c->am) * a1 + c->am * a0[i] - c->af * vdot0[i]) / (1 - c->af);
    }
    sys->move(sys, S->z->q, S->u, S->q);
}

/* ---------------------------------------------------------------- the tangent */

/* With d the change of u:  v1 changes by gamma/(beta h) d, v'1 by d / scale. */
static double scale(const stage *S)
{
    return S->c->beta * S->h * S->h * (1 - S->c->af) / (1 - S->c->am);
}

static double of_velocity(const stage *S)
{
    return S->c->gamma / (S->c->beta * S->h);
}

static void push_back(hol_stepper *s, const void *at, const double e[], double out[])
{
    const stage *S = at;
    s->sys->dexpinv(s->sys, S->u, e, out);
}

/* scale d/du (M v' - gyroscopic force) e; the change of M with q is O(h^2) of M. */
static void inertia(hol_stepper *s, const void *at, const double e[], double out[])
{
    const hol_system *sys = s->sys;
    const stage *S = at;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, sys->nv);
    hol_multiply(&sys->M, S->M, e, out);
    if (sys->turns) {
        hol_gyroscopic_along(sys, s->work, S->q, S->v, e, f);
        hol_axpy(sys->nv, -scale(S) * of_velocity(S), f, out);
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
static hol_status set_tangent(hol_stepper *s, const stage *S, hol_block_action *of_inertia)
{
    const hol_system *sys = s->sys;
    const gena *own = s->aux;
    int nnz = hol_K(sys)->nnz;
    bool with_v = !(sys->has & HOL_POSITION_FORCES);
    size_t mark = hol_mark(s->work);
    double *A = hol_take(s->work, sys->M.nnz), *K = hol_take(s->work, nnz);
    double *Kq = hol_take(s->work, nnz), *Kv = hol_take(s->work, nnz);

    hol_block_columns(s, of_inertia, S, A);
    if ((sys->has & HOL_FLAT) && sys->hessian) sys->hessian(sys, S->q, S->lambda, K);
    if (!sys->uniform_forces) {
        sys->tangent(sys, S->t1, S->q, S->v, Kq, with_v ? Kv : NULL, s->work);
        hol_axpy(nnz, -1, Kq, K);
        if (with_v) hol_axpy(nnz, -of_velocity(S), Kv, K);
    }
    for (int k = 0; k < nnz; k++) K[k] *= scale(S);
    hol_add_mass(sys, 1, A, K);
    hol_status status = hol_saddle_set_K(own->motion, K);
    hol_release(s->work, mark);
    return status;
}

/* ---------------------------------------------------------------- corrections */

/* The correction x of the unknown (of q1, or of u) and lambda:
 *     K x + G1^T y = scale (f - M v'),   G1 x = b,   y = scale lambda,   b in y on entry */
static hol_status solve_motion(hol_stepper *s, const stage *S, hol_block_action *of_inertia,
                               double x[], double y[])
{
    const hol_system *sys = s->sys;
    const gena *own = s->aux;
    double factor = scale(S);
    hol_status status;
    hol_multiply(&sys->M, S->M, S->vdot, x);
    for (int i = 0; i < sys->nv; i++) x[i] = factor * (S->f[i] - x[i]);
    if ((status = set_tangent(s, S, of_inertia))) return status;
    if ((status = hol_saddle_set_B(own->motion, S->G))) return status;
    if ((status = hol_saddle_factor(own->motion, S->G, NULL))) return status;
    hol_saddle_solve(own->motion, x, y, x, y);
    for (int i = 0; i < sys->nc; i++) S->lambda[i] = y[i] / factor;
    return HOL_OK;
}

/* Index 3: G1 x = -Phi; the size of the correction of q1. */
static hol_status correct_index_3(hol_stepper *s, const stage *S, double *size)
{
    const hol_system *sys = s->sys;
    int n = sys->nv;
    double *x = hol_take(s->work, n), *d = hol_take(s->work, n), *y = hol_take(s->work, sys->nc);
    for (int i = 0; i < sys->nc; i++) y[i] = -S->phi[i];
    hol_status status = solve_motion(s, S, inertia_pushed_back, x, y);
    if (status) return status;
    sys->dexpinv(sys, S->u, x, d);
    hol_axpy(n, 1 / (S->c->beta * S->h * S->h), d, S->a);
    *size = hol_norm_max(n, x);
    return HOL_OK;
}

/* The shift x of q1 by eta:  dexpinv(u, x) + h G0^T eta = 0,  G1 x = -Phi - G1 dexp(u, d),  where d
 * is the correction of u by a. */
static hol_status correct_eta(hol_stepper *s, const stage *S, const double d[], double x[])
{
    const hol_system *sys = s->sys;
    const gena *own = s->aux;
    int n = sys->nv;
    double *A = hol_take(s->work, sys->M.nnz), *zero = hol_take(s->work, n);
    double *y = hol_take(s->work, sys->nc);
    hol_status status;
    sys->dexp(sys, S->u, d, x);
    hol_multiply(&sys->G, S->G, x, y);
    for (int i = 0; i < sys->nc; i++) y[i] = -S->phi[i] - y[i];
    hol_block_columns(s, push_back, S, A);
    if ((status = hol_saddle_set_K(own->shift, A))) return status;
    if ((status = hol_saddle_set_B(own->shift, S->G0))) return status;
    if ((status = hol_saddle_factor(own->shift, S->G, NULL))) return status;
    hol_saddle_solve(own->shift, zero, y, x, y);
    hol_multiply_transposed_add(&sys->G, S->G0, -1, y, S->push);
    return HOL_OK;
}

/* Stabilised index 2: G1 (v1 + gamma/(beta h) d) + Phi_t = 0 for the change d of u by a, then eta.
 */
static hol_status correct_index_2(hol_stepper *s, const stage *S, double *size)
{
    const hol_system *sys = s->sys;
    int n = sys->nv;
    double *d = hol_take(s->work, n), *x = hol_take(s->work, n), *y = hol_take(s->work, sys->nc);
    double *phi_t = hol_take(s->work, sys->nc), *phi_tt = hol_take(s->work, sys->nc);
    hol_status status;
    hol_multiply(&sys->G, S->G, S->v, y);
    if (sys->drive) sys->drive(sys, S->t1, S->q, S->v, phi_t, phi_tt);
    for (int i = 0; i < sys->nc; i++) y[i] = -(y[i] + phi_t[i]) / of_velocity(S);
    if ((status = solve_motion(s, S, inertia, d, y))) return status;
    if ((status = correct_eta(s, S, d, x))) return status;
    hol_axpy(n, 1 / (S->c->beta * S->h * S->h), d, S->a);
    *size = fmax(hol_norm_max(n, d), hol_norm_max(n, x));
    return HOL_OK;
}

static hol_status (*const correct[])(hol_stepper *, const stage *, double *size) = {
    [INDEX_3] = correct_index_3, [INDEX_2] = correct_index_2};

/* ---------------------------------------------------------------- the step */

static hol_status solve(hol_stepper *s, const stage *S)
{
    const hol_system *sys = s->sys;
    hol_newton newton = hol_newton_start(s->opt[NEWTON_TOL]);
    hol_verdict verdict;
    update(s, S);
    do {
        size_t mark = hol_mark(s->work);
        double size = 0;
        sys->mass(sys, S->q, S->M);
        sys->constraints(sys, S->t1, S->q, S->phi, S->G);
        hol_total_force(sys, S->t1, S->q, S->v, S->f, s->work);
        hol_status status = correct[(int)s->opt[FORM]](s, S, &size);
        hol_release(s->work, mark);
        if (status) return status;
        update(s, S);
        verdict = hol_newton_judge(&newton, size / sys->length);
    } while (verdict == HOL_ITERATE);
    return hol_newton_end(s, &newton, verdict, "equations of motion of the new node");
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    const hol_system *sys = s->sys;
    size_t nv = (size_t)sys->nv;
    stage S = new_stage(s, h, z);
    memcpy(S.a, z->memory, nv * sizeof *S.a);
    memcpy(S.lambda, z->lambda, (size_t)sys->nc * sizeof *S.lambda);
    sys->constraints(sys, z->t, z->q, NULL, S.G0);
    hol_status status = solve(s, &S);
    if (status) return status;

    memcpy(z->q, S.q, (size_t)sys->nq * sizeof *S.q);
    memcpy(z->v, S.v, nv * sizeof *S.v);
    memcpy(z->lambda, S.lambda, (size_t)sys->nc * sizeof *S.lambda);
    memcpy(z->memory, S.a, nv * sizeof *S.a);
    memcpy(state_vdot(sys, z), S.vdot, nv * sizeof *S.vdot);
    sys->mass(sys, z->q, S.M);
    hol_multiply(&sys->M, S.M, z->v, z->p);
    return HOL_OK;
}

/* ---------------------------------------------------------------- start */

static hol_status begin(hol_stepper *s, double h, hol_state *z, bool move_v)
{
    const hol_system *sys = s->sys;
    const coefficients *c = &((const gena *)s->aux)->c;
    double delta = c->am - c->af, *a = z->memory, *vdot = state_vdot(sys, z);
    hol_status status = hol_acceleration(sys, s->work, z->t, z->q, z->v, vdot, z->lambda, z->alpha);
    memcpy(a, vdot, (size_t)sys->nv * sizeof *a);
    if (status || (int)s->opt[START] == PLAIN) return status;
    double *vddot = hol_take(s->work, sys->nv);
    if ((status = hol_jerk(s, h, z, vdot, vddot))) return status;
    hol_axpy(sys->nv, delta * h, vddot, a);
    if (!move_v) return HOL_OK;

    double *e = hol_take(s->work, sys->nv), of_jerk = 1. / 6 - 0.5 * delta - c->beta;
    hol_bracket(sys, z->v, vdot, e);
    for (int i = 0; i < sys->nv; i++) e[i] = h * h * (of_jerk * vddot[i] + e[i] / 12);
    if ((status = hol_keep_across(s, z, e))) return status;
    hol_axpy(sys->nv, 1, e, z->v);
    return HOL_OK;
}

/* After a change of h the velocity is left where it is, with the G v of the former steps. */
static hol_status restart(hol_stepper *s, double h, hol_state *z)
{
    return begin(s, h, z, false);
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    return begin(s, h, z, (int)s->opt[FORM] == INDEX_3);
}

/* ---------------------------------------------------------------- the method */

static size_t memory(const hol_system *sys, const double opt[])
{
    (void)opt;
    return 2 * (size_t)sys->nv;
}

static hol_claims claims(const hol_system *sys, const double opt[])
{
    (void)sys;
    return (hol_claims){
        .order_q = 2,
        .order_v = 2,
        .order_lambda = 2,
        .phi = HOL_EXACT,
        .gv = (int)opt[FORM] == INDEX_2 ? HOL_EXACT : HOL_BOUNDED,
        .inner = HOL_EXACT,
    };
}

static hol_status setup(hol_stepper *s)
{
    const hol_system *sys = s->sys;
    gena *own = s->aux = hol_zeroed(1, sizeof *own);
    own->c = coefficients_of(s->opt[RHO]);
    own->motion = hol_saddle_new(hol_K(sys), &sys->G, false, HOL_SADDLE_AUTO, s->count);
    if ((int)s->opt[FORM] == INDEX_2)
        own->shift = hol_saddle_new(&sys->M, &sys->G, false, HOL_SADDLE_AUTO, s->count);
    return HOL_OK;
}

static void release(hol_stepper *s)
{
    gena *own = s->aux;
    hol_saddle_free(own->motion);
    hol_saddle_free(own->shift);
    free(own);
}

static const hol_method method = {
    .name = "gena-lie",
    .family = "generalised-alpha",
    .source = "Bruels, Cardona, Arnold, Mechanism and Machine Theory 48 (2012) 121",
    .about = "generalised-alpha on Lie groups: index 3, or stabilised index 2",
    .formulation = "lie",
    .options = options,
    .needs = HOL_HOLONOMIC | HOL_FULL_RANK,
    .claims = claims,
    .memory = memory,
    .setup = setup,
    .release = release,
    .start = start,
    .restart = restart,
    .step = step,
};

const hol_method *const hol_family_gena_lie[] = {&method, NULL};
