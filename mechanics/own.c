/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model in coordinates of the problem's own: what the problem leaves out of a system.  All the
 * coordinates are one slot that adds and has no inner rows, so that patterns, motion and the
 * reduction of the index-1 equations are those of a realised model. */
#include <math.h>
#include <string.h>

#include "mechanics/internal.h"

/* ---------------------------------------------------------------- what may be left out */

static double kinetic(const hol_system *sys, const double q[], const double v[])
{
    const hol_realised *R = hol_self(sys);
    double T = 0;
    sys->mass(sys, q, R->M);
    for (int i = 0; i < sys->nv; i++)
        for (int j = 0; j < sys->nv; j++) T += 0.5 * v[i] * R->M[i * sys->nv + j] * v[j];
    return T;
}

static void no_force(const hol_system *sys, double t, const double q[], const double v[],
                     double F[])
{
    (void)t, (void)q, (void)v;
    memset(F, 0, (size_t)sys->nv * sizeof *F);
}

static void no_inertia(const hol_system *sys, const double q[], const double v[], double f[])
{
    (void)q, (void)v;
    memset(f, 0, (size_t)sys->nv * sizeof *f);
}

static void no_inertia_tangent(const hol_system *sys, const double q[], const double v[],
                               double Tqq[], double Tvq[])
{
    (void)q, (void)v;
    memset(Tqq, 0, (size_t)hol_K(sys)->nnz * sizeof *Tqq);
    memset(Tvq, 0, (size_t)hol_K(sys)->nnz * sizeof *Tvq);
}

static void no_rows(const hol_system *sys, double t, const double q[], double A[], double w[])
{
    (void)sys, (void)t, (void)q, (void)A, (void)w;
}

static void no_rates(const hol_system *sys, double t, const double q[], const double v[],
                     double b[])
{
    (void)sys, (void)t, (void)q, (void)v, (void)b;
}

/* -grad U + F */
static void force(const hol_system *sys, double t, const double q[], const double v[], double dU[],
                  double f[])
{
    sys->grad_potential(sys, q, dU);
    sys->applied(sys, t, q, v, f);
    for (int i = 0; i < sys->nv; i++) f[i] -= dU[i];
}

/* K by central differences of the force; Newton's limit does not depend on it.  x: q or v, whose
 * columns these are, of a copy. */
static void columns(const hol_system *sys, double t, const double q[], const double v[], double x[],
                    double K[], hol_work *w)
{
    size_t mark = hol_mark(w);
    int n = sys->nv;
    double *dU = hol_take(w, n), *f[2] = {hol_take(w, n), hol_take(w, n)};
    for (int j = 0; j < n; j++) {
        double at = x[j], step = HOL_DIFFERENCE_STEP * fmax(hol_unit(sys, j), fabs(at));
        for (int side = 0; side < 2; side++) {
            x[j] = side ? at - step : at + step;
            force(sys, t, q, v, dU, f[side]);
        }
        x[j] = at;
        for (int i = 0; i < n; i++) K[i * n + j] = (f[0][i] - f[1][i]) / (2 * step);
    }
    hol_release(w, mark);
}

static void tangent(const hol_system *sys, double t, const double q[], const double v[],
                    double Kq[], double Kv[], hol_work *w)
{
    size_t mark = hol_mark(w);
    double *q1 = hol_take(w, sys->nv), *v1 = hol_take(w, sys->nv);
    memcpy(q1, q, (size_t)sys->nv * sizeof *q);
    memcpy(v1, v, (size_t)sys->nv * sizeof *v);
    if (Kq) columns(sys, t, q1, v1, q1, Kq, w);
    if (Kv && sys->has & HOL_POSITION_FORCES) memset(Kv, 0, (size_t)hol_K(sys)->nnz * sizeof *Kv);
    if (Kv && !(sys->has & HOL_POSITION_FORCES)) columns(sys, t, q1, v1, v1, Kv, w);
    hol_release(w, mark);
}

/* ---------------------------------------------------------------- evaluations counted */

static void mass(const hol_system *sys, const double q[], double M[])
{
    sys->count->masses++;
    hol_self(sys)->given->mass(sys, q, M);
}

static void grad_potential(const hol_system *sys, const double q[], double dU[])
{
    sys->count->forces++;
    hol_self(sys)->given->grad_potential(sys, q, dU);
}

static void constraints(const hol_system *sys, double t, const double q[], double phi[], double G[])
{
    if (phi) sys->count->constraints++;
    if (G) sys->count->jacobians++;
    hol_self(sys)->given->constraints(sys, t, q, phi, G);
}

static void curvature(const hol_system *sys, const double q[], const double v[], double g[])
{
    sys->count->curvatures++;
    hol_self(sys)->given->curvature(sys, q, v, g);
}

/* ---------------------------------------------------------------- the system */

static const char **names(const char *const name[], int count)
{
    const char **list = hol_make((size_t)count, sizeof *list);
    for (int i = 0; i < count; i++) list[i] = name[i];
    return list;
}

static void lay_out(hol_system *sys, hol_realised *R)
{
    int n = sys->nv;
    R->own = true;
    R->slots = 1;
    R->widest = n;
    R->slot = hol_make(1, sizeof *R->slot);
    *R->slot = (hol_slot){.centre = n, .nv = n, .nr = n, .inner = sys->nc, .centre_block = n};
    R->N = hol_make(0, sizeof *R->N);
    R->M = hol_make((size_t)(n * n), sizeof *R->M);
    sys->nq = sys->nr = n;
    sys->nj = sys->nc;
    sys->row_name = R->row_name = names(sys->row_name, sys->nc);
    sys->momentum_name = R->momentum_name = names(sys->momentum_name, sys->ns);
}

static unsigned traits(const hol_system *sys)
{
    unsigned has = sys->has | HOL_FLAT | HOL_HOLONOMIC | HOL_HARD;
    if (!sys->grad_kinetic) has |= HOL_CONST_MASS;
    if (!sys->drive) has |= HOL_SCLERONOMIC;
    if (!sys->applied) has |= HOL_CONSERVATIVE | HOL_POSITION_FORCES;
    if (sys->nv + sys->nc <= HOL_SMALL_MOST) has |= HOL_SMALL;
    return has;
}

static void fill_in(hol_system *sys)
{
    sys->turns = sys->gyroscopic;
    sys->kinetic = kinetic;
    sys->mass = mass;
    sys->grad_potential = grad_potential;
    sys->constraints = constraints;
    sys->curvature = curvature;
    sys->nonholonomic = no_rows;
    sys->nonholonomic_rate = no_rates;
    if (!sys->applied) sys->applied = no_force;
    if (!sys->gyroscopic) sys->gyroscopic = no_inertia;
    if (!sys->grad_kinetic) sys->grad_kinetic = no_inertia;
    if (!sys->kinetic_tangent) sys->kinetic_tangent = no_inertia_tangent;
    if (!sys->tangent) sys->tangent = tangent;
}

hol_system *hol_realise_own(const hol_model *model, hol_own *own, const double par[], int n,
                            hol_message *why)
{
    if (!hol_model_possible(model, why)) return NULL;
    hol_system *sys = hol_new_system(model, "own");
    hol_realised *R = sys->self;
    sys->par = R->par = hol_make((size_t)n, sizeof *R->par);
    if (n) memcpy(R->par, par, (size_t)n * sizeof *R->par);
    hol_set_motion(sys);
    sys->momentum = NULL;
    sys->poses = NULL;
    sys->place = NULL;
    own(sys, sys->par);
    R->given = hol_make(1, sizeof *R->given);
    *R->given = *sys;
    lay_out(sys, R);
    sys->has = traits(sys);
    sys->q_is_length = sys->is_length;
    hol_set_scales(sys);
    fill_in(sys);
    hol_lay_scratch(sys, R);
    hol_set_reduction(sys);
    return hol_check_start(sys, why);
}
