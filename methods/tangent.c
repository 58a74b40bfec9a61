/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tangent-*: the multiplier-free equations of motion in the coordinates v of a tangent-space chart,
 *
 *   D^T M D v'' = D^T (f + M U B c),   c = (dG/dt) q'    (32)
 *
 * E. J. Haug, P. Pavesic, "Mechanical System Kinematics and Dynamics on Differentiable Manifolds",
 * 2023 (paper 002), sections 3, 5, 6.  Their Phi_q is our G, gamma our c, S + Q^A our f.
 *
 * M may be singular: D^T M D is positive definite.  The multipliers of G^T lambda = f - M q''
 * follow from U^T: lambda = B^T U^T (f - M q''), a product where hol_acceleration would solve anew.
 *
 * Deviation: a step that fails in a used chart is tried once more from a new one. */
#include <string.h>

#include "methods/chart.h"
#include "methods/explicit.h"
#include "numerics/dense.h"

enum { UTOL, BTOL, VMAX, GROWTH, STOPPING, FROM };
enum { BEFORE, AFTER };
enum { NODE, STAGE };

static const hol_option options[] = {
    {"utol", HOL_REAL, 1e-13, 1e-15, 1e-2, NULL,
     "tolerance of (15): largest |Phi| over the length of the system"},
    {"Btol", HOL_REAL, 1e-12, 1e-15, 1e-2, NULL, "tolerance of (16): largest |1 - G U B|"},
    {"vmax", HOL_REAL, 0.75, 1e-6, 1e6, NULL,
     "new chart for the next step past this |v|, in the units of q (the paper's number)"},
    {"growth", HOL_REAL, 4.0, 1.1, 1e6, NULL,
     "the chart ends, within a step too, where |(G U)^-1| has grown by this factor"},
    {"stopping", HOL_CHOICE, AFTER, 0, 1, "before after",
     "residual of (15) and (16) tested before or after the update"},
    {"from", HOL_CHOICE, NODE, 0, 1, "node stage",
     "start of (15) and (16): u and B of the step's start (the paper), or of the stage before"},
    {0},
};

typedef struct { /* a state's memory: the chart and the node in it */
    hol_chart chart;
    double *v, *vdot; /* chart coordinates and their rate v', d */
    double *g;        /* v'' at the node: the first stage of the next step, d */
} tangent;

static size_t memory(const hol_system *sys, const double opt[])
{
    (void)opt;
    return hol_chart_size(sys) + 3 * (size_t)(sys->nq - sys->nc);
}

static tangent view(hol_stepper *s, hol_state *z)
{
    hol_chart_rule rule = {s->opt[UTOL], s->opt[BTOL], s->opt[GROWTH],
                           (int)s->opt[STOPPING] == BEFORE};
    tangent y = {.chart = hol_chart_view(s, rule, z->memory)};
    y.v = z->memory + hol_chart_size(s->sys);
    y.vdot = y.v + y.chart.d;
    y.g = y.vdot + y.chart.d;
    return y;
}

/* ---------------------------------------------------------------- equations of motion */

typedef struct {
    double *q, *qdot; /* n */
    double *lambda;   /* m: multipliers, at nodes; NULL elsewhere */
} point;

/* D^T M D v'' = D^T r with r = f + M U B c (32), by (29) also f - M q'' = r - M D v''. */
static hol_status reduced(hol_stepper *s, hol_chart *c, double t, const double vdot[],
                          const point *x, double g[])
{
    const hol_system *sys = s->sys;
    int n = c->n, d = c->d;
    double *D = hol_take(s->work, n * d), *MD = hol_take(s->work, n * d);
    double *M = hol_take(s->work, sys->M.nnz), *DMD = hol_take(s->work, d * d);
    double *dGv = hol_take(s->work, c->m), *f = hol_take(s->work, n), *r = hol_take(s->work, n);
    hol_status status;

    if ((status = hol_chart_tangent(c, x->q, D))) return status;
    for (int i = 0; i < n; i++) x->qdot[i] = hol_dot(d, D + i * d, vdot); /* (24) */

    sys->mass(sys, x->q, M);
    sys->curvature(sys, x->q, x->qdot, dGv);
    hol_chart_normal(c, dGv, f);
    hol_multiply(&sys->M, M, f, r);
    hol_total_force(sys, t, x->q, x->qdot, f, s->work);
    hol_axpy(n, 1.0, f, r);

    hol_multiply_columns(&sys->M, M, d, D, MD);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < d; k++) hol_axpy(k + 1, D[i * d + k], MD + i * d, DMD + k * d);
    if ((status = hol_cholesky_factor(d, DMD))) return status;
    hol_multiply_dense_transposed(n, d, D, r, g);
    hol_cholesky_solve(d, DMD, g); /* (34) */

    if (!x->lambda) return HOL_OK;
    for (int i = 0; i < n; i++) r[i] -= hol_dot(d, MD + i * d, g);
    hol_chart_multipliers(c, r, x->lambda);
    return HOL_OK;
}

/* v'' = g(t, v, v') at a point whose q is known. */
static hol_status acceleration(hol_stepper *s, hol_chart *c, double t, const double vdot[],
                               const point *x, double g[])
{
    size_t mark = hol_mark(s->work);
    hol_status status = reduced(s, c, t, vdot, x, g);
    hol_release(s->work, mark);
    return status;
}

/* ---------------------------------------------------------------- charts */

/* A new chart at the state's q, which stands bit for bit; v = 0, v' by (35). */
static hol_status recentre(hol_stepper *s, tangent *y, hol_state *z)
{
    size_t mark = hol_mark(s->work);
    point node = {z->q, hol_take(s->work, y->chart.n), z->lambda};

    hol_status status = hol_chart_open(&y->chart, z->q);
    if (!status) {
        memset(y->v, 0, sizeof(double) * (size_t)y->chart.d);
        hol_chart_velocity(&y->chart, z->v, y->vdot);
        status = acceleration(s, &y->chart, z->t, y->vdot, &node, y->g);
    }
    hol_release(s->work, mark);
    return status;
}

static hol_status start(hol_stepper *s, double h, hol_state *z)
{
    (void)h;
    tangent y = view(s, z);
    return recentre(s, &y, z);
}

static hol_status reparametrise(hol_stepper *s, tangent *y, hol_state *z)
{
    s->count->reparametrisations++;
    return recentre(s, y, z);
}

/* One step within the chart; z, v, v' and g are written only where it succeeds. */
typedef hol_status scheme(hol_stepper *s, double h, hol_state *z, tangent *y);

static hol_status step_on_charts(hol_stepper *s, double h, hol_state *z, scheme *within)
{
    tangent y = view(s, z);
    size_t mark = hol_mark(s->work);
    bool far = hol_norm(y.chart.d, y.v) > s->opt[VMAX];
    hol_status status;

    if (far && (status = reparametrise(s, &y, z))) return status;
    bool fresh = hol_norm(y.chart.d, y.v) == 0.0;
    status = within(s, h, z, &y);
    if (!status || fresh) return status;

    hol_release(s->work, mark);
    if ((status = reparametrise(s, &y, z))) return status;
    return within(s, h, z, &y);
}

/* ---------------------------------------------------------------- Nystrom */

/* An explicit Nystrom table whose first stage is the node itself. */
static hol_status nystrom(hol_stepper *s, double h, hol_state *z, tangent *y)
{
    const hol_nystrom_table *table = &hol_table_nystrom4;
    hol_chart *c = &y->chart;
    int d = c->d, stages = table->stages;
    double *g = hol_take(s->work, (stages + 1) * d), *drift = hol_take(s->work, d);
    double *v = hol_take(s->work, d), *vdot = hol_take(s->work, d);
    double *place = hol_take(s->work, c->m + c->m * c->m);
    point x = {hol_take(s->work, c->n), hol_take(s->work, c->n), NULL};
    hol_status status;

    hol_chart_keep(c, place);
    memcpy(g, y->g, sizeof(double) * (size_t)d);
    for (int i = 1; i <= stages; i++) { /* the last round is the new node */
        bool node = i == stages;
        double at = node ? 1.0 : table->c[i];
        memcpy(drift, y->v, sizeof(double) * (size_t)d);
        hol_axpy(d, at * h, y->vdot, drift);
        hol_combine(i, node ? table->b : table->a + i * stages, h * h, d, g, drift, v);
        hol_combine(i, node ? table->b1 : table->e + i * stages, h, d, g, y->vdot, vdot);
        if (node) x.lambda = hol_take(s->work, c->m);
        if ((int)s->opt[FROM] == NODE) hol_chart_go_back(c, place);
        if ((status = hol_chart_point(c, v, x.q))) return status;
        if ((status = acceleration(s, c, z->t + at * h, vdot, &x, g + i * d))) return status;
    }

    memcpy(y->v, v, sizeof(double) * (size_t)d);
    memcpy(y->vdot, vdot, sizeof(double) * (size_t)d);
    memcpy(y->g, g + stages * d, sizeof(double) * (size_t)d);
    memcpy(z->q, x.q, sizeof(double) * (size_t)c->n);
    memcpy(z->v, x.qdot, sizeof(double) * (size_t)c->n);
    memcpy(z->lambda, x.lambda, sizeof(double) * (size_t)c->m);
    return HOL_OK;
}

static hol_status nystrom4_step(hol_stepper *s, double h, hol_state *z)
{
    return step_on_charts(s, h, z, nystrom);
}

static hol_claims nystrom4_claims(const hol_system *sys, const double opt[])
{
    (void)sys, (void)opt;
    return (hol_claims){.order_q = hol_table_nystrom4.order,
                        .order_v = hol_table_nystrom4.order,
                        .order_lambda = hol_table_nystrom4.order,
                        .phi = HOL_EXACT,
                        .gv = HOL_EXACT,
                        .inner = HOL_EXACT};
}

static const hol_method tangent_nystrom4 = {
    .name = "tangent-nystrom4",
    .family = "tangent",
    .source = "Haug, Pavesic 2023, eqs (8)-(16), (20)-(35) (paper 002); Hairer, Norsett, Wanner, "
              "Solving ODEs I, II.14",
    .about = "multiplier-free equations in tangent-space charts, Nystrom's method of order 4",
    .formulation = "euler",
    .options = options,
    .needs = HOL_FLAT | HOL_HOLONOMIC | HOL_SCLERONOMIC | HOL_FULL_RANK | HOL_SMALL,
    .claims = nystrom4_claims,
    .memory = memory,
    .start = start,
    .step = nystrom4_step,
};

const hol_method *const hol_family_tangent[] = {&tangent_nystrom4, NULL};
