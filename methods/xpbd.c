/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xpbd: extended position based dynamics, what games run (Macklin, Mueller, Chentanez, MIG 2016;
 * with one sweep in many small steps, Macklin et al., SCA 2019; of rigid bodies, Mueller et al.,
 * Comput. Graph. Forum 39 (2020) 101):
 *
 * A step is `substeps` of these, h the length of one:
 *
 *     u = h (v0 + h M^-1 f(t0, q0, v0)),  y = 0;   then, row by row, at q = q0 o exp(u)
 *     y_i -= (Phi_i + a y_i + b (G_i u + h Phi_t)) / ((1 + b) G_i M^-1 G_i^T + a),
 *         a = eps_i/h^2,  b = tau_i/|h|,
 *
 * each change of y_i moving u by M^-1 G_i^T; at the end q1 = q, v1 = u/h, lambda = -y/h^2.  eps_i,
 * tau_i are compliance and damping time of a soft row (hol_soften), 0 of a hard one.  What the
 * sweeps leave of Phi stays.  Deviation: Phi and G are evaluated once a sweep; between the rows
 * Phi_i moves by G_i du. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "methods/constant_mass.h"
#include "methods/group.h"
#include "methods/stepper.h"

enum { SUBSTEPS, ITERATIONS };

static const hol_option options[] = {
    [SUBSTEPS] = {"substeps", HOL_INT, 10, 1, 1e6, NULL, "of a step, which is a frame of a game"},
    [ITERATIONS] = {"iterations", HOL_INT, 1, 1, 1e4, NULL, "sweeps over the rows in a substep"},
    {0},
};

typedef struct {
    double *M, *L;     /* in the pattern M; its factors of Cholesky, block by block */
    int *block;        /* nv: the first coordinate of each one's block */
    double *eps, *tau; /* nc */
} xpbd;

/* w = M^-1 G_i^T in the blocks of row i, elsewhere w is not touched; G_i w. */
static double spread(const hol_eval *sys, const xpbd *own, int i, const double G[], double w[])
{
    const hol_pattern *P = &sys->G, *M = &sys->M;
    double sum = 0;
    for (int k = P->start[i], end = P->start[i + 1]; k < end;) {
        int b = own->block[P->col[k]], n = M->start[b + 1] - M->start[b], first = k;
        memset(w + b, 0, (size_t)n * sizeof *w);
        for (; k < end && own->block[P->col[k]] == b; k++) w[P->col[k]] = G[k];
        hol_cholesky_solve(n, own->L + M->start[b], w + b);
        for (int j = first; j < k; j++) sum += G[j] * w[P->col[j]];
    }
    return sum;
}

/* du += factor w in the blocks of row i */
static void push(const hol_eval *sys, const xpbd *own, int i, double factor, const double w[],
                 double du[])
{
    const hol_pattern *P = &sys->G, *M = &sys->M;
    for (int k = P->start[i], last = -1; k < P->start[i + 1]; k++) {
        int b = own->block[P->col[k]];
        if (b != last) hol_axpy(M->start[b + 1] - M->start[b], factor, w + b, du + b);
        last = b;
    }
}

/* One sweep over the rows at q = q0 o exp(u) and time t. */
static void sweep(hol_stepper *s, double h, double t, const double q[], double u[], double y[])
{
    hol_eval *sys = s->sys;
    const xpbd *own = s->aux;
    const hol_pattern *P = &sys->G;
    size_t mark = hol_mark(s->work);
    double *phi = hol_take(s->work, sys->nc), *G = hol_take(s->work, P->nnz);
    double *phi_t = hol_take(s->work, sys->nc), *w = hol_take(s->work, sys->nv);
    double *du = hol_take(s->work, sys->nv);
    hol_constraints(sys, t, q, phi, G);
    if (sys->softs && !(sys->has & HOL_SCLERONOMIC)) hol_drive(sys, t, q, u, phi_t, NULL);
    for (int i = 0; i < sys->nc; i++) {
        double a = own->eps[i] / (h * h), b = own->tau[i] / fabs(h), by = 0, gone = h * phi_t[i];
        for (int k = P->start[i]; k < P->start[i + 1]; k++) {
            by += G[k] * du[P->col[k]];
            gone += G[k] * u[P->col[k]];
        }
        double slope = (1 + b) * spread(sys, own, i, G, w) + a;
        double change = slope > 0 ? -(phi[i] + by + a * y[i] + b * (gone + by)) / slope : 0;
        y[i] += change;
        push(sys, own, i, change, w, du);
    }
    hol_axpy(sys->nv, 1, du, u);
    hol_release(s->work, mark);
}

static void substep(hol_stepper *s, double h, double t, hol_state *z)
{
    hol_eval *sys = s->sys;
    const xpbd *own = s->aux;
    size_t mark = hol_mark(s->work);
    double *u = hol_take(s->work, sys->nv), *y = z->lambda, *q = hol_take(s->work, sys->nq);
    hol_total_force(sys, t, z->q, z->v, u);
    hol_divide_by_blocks(&sys->M, own->L, u);
    for (int i = 0; i < sys->nv; i++) u[i] = h * (z->v[i] + h * u[i]);
    memset(y, 0, (size_t)sys->nc * sizeof *y);
    for (int i = 0; i < hol_choice(s, ITERATIONS); i++) {
        hol_move(sys, z->q, u, q);
        sweep(s, h, t + h, q, u, y);
    }
    hol_move(sys, z->q, u, z->q);
    for (int i = 0; i < sys->nv; i++) z->v[i] = u[i] / h;
    for (int i = 0; i < sys->nc; i++) y[i] /= -h * h;
    hol_release(s->work, mark);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    int substeps = hol_choice(s, SUBSTEPS);
    for (int k = 0; k < substeps; k++) substep(s, h / substeps, z->t + k * h / substeps, z);
    hol_multiply(&s->sys->M, ((const xpbd *)s->aux)->M, z->v, z->p);
    return HOL_OK;
}

static hol_status setup(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    xpbd *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->M = hol_constant_mass(s);
    own->L = hol_alloc(s->memory, (size_t)sys->M.nnz, sizeof *own->L);
    own->block = hol_alloc(s->memory, (size_t)sys->nv, sizeof *own->block);
    own->eps = hol_alloc(s->memory, (size_t)sys->nc, sizeof *own->eps);
    own->tau = hol_alloc(s->memory, (size_t)sys->nc, sizeof *own->tau);
    for (int b = 0, n; b < sys->nv; b += n) {
        n = sys->M.start[b + 1] - sys->M.start[b];
        for (int i = b; i < b + n; i++) own->block[i] = b;
    }
    for (int k = 0; k < sys->softs; k++) {
        own->eps[sys->soft[k].row] = sys->soft[k].compliance;
        own->tau[sys->soft[k].row] = sys->soft[k].time;
    }
    return hol_factor_blocks(&sys->M, own->M, own->L);
}

const hol_method hol_family_xpbd[] = {
    {
        .name = "xpbd",
        .family = "games",
        .source = "Macklin, Mueller, Chentanez, Motion in Games 2016",
        .about = "extended position based dynamics, what games run: sweeps over the rows",
        .formulation = "lie",
        .options = options,
        .needs = HOL_CONST_MASS | HOL_REGULAR_MASS | HOL_HOLONOMIC,
        .softens = true,
        .claims = hol_claims_of_data,
        .data = &(const hol_claims){.order_q = 1, .order_v = 1},
        .setup = setup,
        .step = step,
    },
    {0},
};
