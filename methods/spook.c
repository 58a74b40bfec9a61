/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spook: the regularised, stabilised variational stepper of Lacoursiere (paper 001, sections 3 and
 * 4), one linear system (29) a step:
 *
 *     [ M   G^T     A^T   ] [ v_k+1 ]   [ M v_k + h f_k                    ]
 *     [ G  -Sigma         ] [   y   ] = [ -4/h Upsilon g_k + Upsilon G v_k ]
 *     [ A          -Gamma ] [   a   ]   [ w_k                              ]
 *
 * and q_k+1 = q_k o exp(h v_k+1); the paper has the rows of A above those of G.  Their g is our
 * Phi; their lambda and alpha are impulses of the other sign: here y = h lambda, a = h alpha.  f_k
 * is their -grad V_k + f^(+)(k-1, k), taken at (t_k, q_k, v_k).  With theta = tau/h,
 * Sigma = 4 epsilon / (h^2 (1 + 4 theta)),  Upsilon = 1 / (1 + 4 theta).
 *
 * epsilon is a compliance: under a constant load g = epsilon lambda.  The paper's 1e-8 m/N yields a
 * micrometre to 100 N, below the violation of O(h^2) down to h = 1/480 s on its ladder, and far
 * below the error O(h) of the motion.  gamma is gamma/h of (27): A v = w + gamma h alpha tends to w
 * with h, where a fixed gamma in (27) would leave A v = w + gamma alpha at every h.
 *
 * Deviations.  Driven joints: the damping term (25) acts on d/dt g = G v + g_t, which adds
 * -4 theta Upsilon g_t to the second row.  The paper leaves bodies that turn in space to other
 * work: their gyroscopic force is a force like any other (explicit), or the velocity first makes a
 * step under it alone by the implicit midpoint rule, which keeps the energy and |J Omega| of a free
 * body. */
#include <stdlib.h>
#include <string.h>

#include "methods/group.h"
#include "methods/memory.h"
#include "methods/rows.h"
#include "methods/variational.h"
#include "numerics/dense.h"
#include "numerics/newton.h"
#include "numerics/saddle.h"

enum { EPSILON, TAU, GAMMA, GYROSCOPIC };
enum { EXPLICIT, MIDPOINT };

static const hol_option options[] = {
    {"epsilon", HOL_REAL, 1e-8, 0, 1e6, NULL,
     "compliance of the holonomic constraints [m/N]; 0 where they are independent"},
    {"tau", HOL_REAL, 2, 0, 1e6, NULL, "damping time of their violation, in steps (tau/h)"},
    {"gamma", HOL_REAL, 1e-8, 0, 1e6, NULL,
     "slip of the nonholonomic constraints per impulse (gamma/h) [1/kg]"},
    {"gyroscopic", HOL_CHOICE, MIDPOINT, 0, 1, "explicit midpoint",
     "the gyroscopic force of bodies that turn in space"},
    {0},
};

typedef struct {
    hol_saddle *saddle;
    hol_rows rows;
    double *M; /* constant */
    int *pivot;
} spook;

/* ---------------------------------------------------------------- the gyroscopic force */

typedef struct { /* where the force is linearised */
    double h;
    const double *q, *y;
} midpoint;

/* (M - h/2 df/dv) e at y. */
static void midpoint_matrix(hol_stepper *s, const void *at, const double e[], double out[])
{
    const hol_system *sys = s->sys;
    const midpoint *P = at;
    const spook *a = s->aux;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, sys->nv);
    hol_gyroscopic_along(sys, s->work, P->q, P->y, e, f);
    hol_multiply(&sys->M, a->M, e, out);
    hol_axpy(sys->nv, -0.5 * P->h, f, out);
    hol_release(s->work, mark);
}

/* x = J^-1 x, block by block. */
static hol_status solve_blocks(const spook *a, const hol_pattern *P, double J[], double x[])
{
    for (int i = 0, n; i < P->rows; i += n) {
        n = P->start[i + 1] - P->start[i];
        hol_status status = hol_lu_factor(n, J + P->start[i], a->pivot);
        if (status) return status;
        hol_lu_solve(n, J + P->start[i], a->pivot, x + i);
    }
    return HOL_OK;
}

/* M (u - v) = h f((u + v)/2), the gyroscopic force alone; q stays.  The unknown is y = (u + v)/2.
 */
static hol_status turn(hol_stepper *s, double h, const double q[], const double v[], double u[])
{
    const hol_system *sys = s->sys;
    const spook *a = s->aux;
    int n = sys->nv;
    double *y = hol_take(s->work, n), *f = hol_take(s->work, n), *x = hol_take(s->work, n);
    double *d = hol_take(s->work, n), *J = hol_take(s->work, sys->M.nnz);
    hol_newton newton = hol_newton_start(1e-14);
    hol_verdict verdict;
    hol_status status;

    memcpy(y, v, (size_t)n * sizeof *y);
    do {
        sys->gyroscopic(sys, q, y, f);
        for (int i = 0; i < n; i++) d[i] = y[i] - v[i];
        hol_multiply(&sys->M, a->M, d, x);
        hol_axpy(n, -0.5 * h, f, x);
        hol_block_columns(s, midpoint_matrix, &(midpoint){h, q, y}, J);
        if ((status = solve_blocks(a, &sys->M, J, x))) return status;
        hol_axpy(n, -1, x, y);
        verdict = hol_newton_judge(&newton, hol_norm_max(n, x) / sys->speed);
    } while (verdict == HOL_ITERATE);
    for (int i = 0; i < n; i++) u[i] = 2 * y[i] - v[i];
    return hol_newton_end(s, &newton, verdict, "midpoint rule of the gyroscopic force");
}

/* ---------------------------------------------------------------- the step */

/* u: v_k, or, if the gyroscopic force is implicit, what its own step makes of it; r = h f_k. */
static hol_status impulses(hol_stepper *s, double h, const hol_state *z, double u[], double r[])
{
    const hol_system *sys = s->sys;
    int n = sys->nv;
    bool implicit = sys->turns && (int)s->opt[GYROSCOPIC] == MIDPOINT;

    memcpy(u, z->v, (size_t)n * sizeof *u);
    hol_status status = implicit ? turn(s, h, z->q, z->v, u) : HOL_OK;
    if (status) return status;

    sys->grad_potential(sys, z->q, r);
    for (int i = 0; i < n; i++) r[i] *= -h;
    if (sys->has & HOL_CONSERVATIVE && (!sys->turns || implicit)) return HOL_OK;
    size_t mark = hol_mark(s->work);
    double *f = hol_take(s->work, n);
    if (!(sys->has & HOL_CONSERVATIVE)) {
        sys->applied(sys, z->t, z->q, z->v, f);
        hol_axpy(n, h, f, r);
    }
    if (sys->turns && !implicit) {
        sys->gyroscopic(sys, z->q, z->v, f);
        hol_axpy(n, h, f, r);
    }
    hol_release(s->work, mark);
    return HOL_OK;
}

/* C = (G; A), Sigma over Gamma, and the right-hand side b of the constraint rows, less C u. */
static void constraint_rows(hol_stepper *s, double h, const hol_state *z, const double u[],
                            double Sigma[], double b[])
{
    bool turned = s->sys->turns && (int)s->opt[GYROSCOPIC] == MIDPOINT;
    const hol_system *sys = s->sys;
    spook *a = s->aux;
    int nc = sys->nc, m = a->rows.C.rows;
    double upsilon = 1 / (1 + 4 * s->opt[TAU]), sigma = 4 * s->opt[EPSILON] * upsilon / (h * h);
    double *g = hol_take(s->work, nc), *Cv = hol_take(s->work, m), *w = hol_take(s->work, sys->na);

    hol_rows_at(sys, &a->rows, z->t, z->q, z->v, g, Cv, w);
    for (int i = 0; i < nc; i++) {
        Sigma[i] = sigma;
        b[i] = upsilon * (Cv[i] - 4 / h * g[i]);
    }
    for (int i = nc; i < m; i++) {
        Sigma[i] = s->opt[GAMMA];
        b[i] = w[i - nc];
    }
    if (sys->drive) {
        double *gt = hol_take(s->work, nc), *gtt = hol_take(s->work, nc);
        sys->drive(sys, z->t, z->q, z->v, gt, gtt);
        hol_axpy(nc, -4 * s->opt[TAU] * upsilon, gt, b);
    }
    if (turned) hol_multiply(&a->rows.C, a->rows.value, u, Cv);
    hol_axpy(m, -1, Cv, b);
}

/* (29) for the change of velocity: M dv + C^T y = h f, C dv - Sigma y = b - C u, v_k+1 = u + dv. */
static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    const hol_system *sys = s->sys;
    spook *a = s->aux;
    int n = sys->nv, m = a->rows.C.rows;
    double *Sigma = hol_take(s->work, m), *r = hol_take(s->work, n), *y = hol_take(s->work, m);
    double *u = hol_take(s->work, n);
    hol_status status;

    if ((status = impulses(s, h, z, u, r))) return status;
    constraint_rows(s, h, z, u, Sigma, y);
    const double *C = a->rows.value;
    if ((status = hol_saddle_set_B(a->saddle, C))) return status;
    if ((status = hol_saddle_factor_solve(a->saddle, C, Sigma, r, y, r, y))) return status;

    for (int i = 0; i < n; i++) {
        z->v[i] = u[i] + r[i];
        u[i] = h * z->v[i];
    }
    sys->move(sys, z->q, u, z->q);
    for (int i = 0; i < sys->nc; i++) z->lambda[i] = y[i] / h;
    return HOL_OK;
}

/* ---------------------------------------------------------------- the method */

/* The mass is constant: any q serves. */
static hol_status setup(hol_stepper *s)
{
    const hol_system *sys = s->sys;
    spook *a = s->aux = hol_zeroed(1, sizeof *a);
    size_t mark = hol_mark(s->work);
    a->M = hol_zeroed((size_t)sys->M.nnz, sizeof *a->M);
    a->pivot = hol_zeroed((size_t)sys->nv, sizeof *a->pivot);
    sys->mass(sys, hol_take(s->work, sys->nq), a->M);
    hol_release(s->work, mark);
    hol_rows_make(sys, &a->rows);
    unsigned known = (sys->has & HOL_REGULAR_MASS ? HOL_SADDLE_DEFINITE : 0) | HOL_SADDLE_SYMMETRIC;
    a->saddle =
        hol_saddle_new_held(&sys->M, &a->rows.C, a->rows.held, known, HOL_SADDLE_AUTO, s->count);
    return a->saddle ? hol_saddle_set_K(a->saddle, a->M) : HOL_SINGULAR;
}

static void release(hol_stepper *s)
{
    spook *a = s->aux;
    hol_saddle_free(a->saddle);
    free(a->M);
    hol_rows_free(&a->rows);
    free(a->pivot);
    free(a);
}

/* The impulses act at the node and q moves along v, so that a symmetry's momentum changes by them
 * alone.  Damping of the violation costs energy; an explicit gyroscopic force feeds energy to a
 * body that spins fast, exponentially, and the violation grows with the multipliers. */
static hol_claims claims(const hol_system *sys, const double opt[])
{
    bool flat = sys->has & HOL_FLAT; /* elsewhere the velocity turns with the body, apart from q */
    bool fed = sys->turns && (int)opt[GYROSCOPIC] == EXPLICIT;
    hol_kept violation = fed ? HOL_NOT_KEPT : HOL_BOUNDED;
    return (hol_claims){
        .order_q = 1,
        .order_v = 1,
        .order_lambda = 1,
        .lambda_time = -1,
        .momentum = flat && hol_keeps_momentum(sys) ? HOL_EXACT : HOL_NOT_KEPT,
        .phi = violation,
        .gv = violation,
        .inner = violation,
    };
}

static const hol_method method = {
    .name = "spook",
    .family = "spook",
    .source = "Lacoursiere 2007, sections 3 and 4, eqs (27) to (29) (paper 001)",
    .about = "regularised, stabilised variational stepper; one linear system a step",
    .formulation = "natural",
    .options = options,
    .needs = HOL_CONST_MASS,
    .order_at = "epsilon=1e-12", /* epsilon |lambda| is left of the constraints at any h */
    .claims = claims,
    .setup = setup,
    .release = release,
    .step = step,
};

const hol_method *const hol_family_spook[] = {&method, NULL};
