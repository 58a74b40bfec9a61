/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model in coordinates of the problem's own: the table of functions that the problem hands over,
 * with what it leaves out.  All the coordinates are one slot that adds and has no inner rows, so
 * that patterns, motion and the reduction of the index-1 equations are those of a realised model.
 */
#include <math.h>
#include <string.h>

#include "mechanics/internal.h"

static const hol_own *own_of(const hol_eval *sys)
{
    return sys->system->own;
}

static const double *par_of(const hol_eval *sys)
{
    return sys->system->par;
}

static void zero(int n, double x[])
{
    memset(x, 0, (size_t)n * sizeof *x);
}

/* ---------------------------------------------------------------- mass, energies, forces */

static void mass(hol_eval *sys, const double q[], double M[])
{
    own_of(sys)->mass(par_of(sys), q, M);
}

static double kinetic(hol_eval *sys, const double q[], const double v[])
{
    double T = 0, *M = hol_scratch_of(sys)->M;
    hol_mass(sys, q, M);
    for (int i = 0; i < sys->nv; i++)
        for (int j = 0; j < sys->nv; j++) T += 0.5 * v[i] * M[i * sys->nv + j] * v[j];
    return T;
}

static double potential(hol_eval *sys, const double q[])
{
    return own_of(sys)->potential(par_of(sys), q);
}

static void grad_potential(hol_eval *sys, const double q[], double dU[])
{
    own_of(sys)->grad_potential(par_of(sys), q, dU);
}

static void applied(hol_eval *sys, double t, const double q[], const double v[], double F[])
{
    if (own_of(sys)->applied)
        own_of(sys)->applied(par_of(sys), t, q, v, F);
    else
        zero(sys->nv, F);
}

static double work(hol_eval *sys, const double q0[], const double q1[])
{
    (void)sys, (void)q0, (void)q1;
    return NAN;
}

static void gyroscopic(hol_eval *sys, const double q[], const double v[], double f[])
{
    if (own_of(sys)->gyroscopic)
        own_of(sys)->gyroscopic(par_of(sys), q, v, f);
    else
        zero(sys->nv, f);
}

static void grad_kinetic(hol_eval *sys, const double q[], const double v[], double dT[])
{
    if (own_of(sys)->grad_kinetic)
        own_of(sys)->grad_kinetic(par_of(sys), q, v, dT);
    else
        zero(sys->nv, dT);
}

static void kinetic_tangent(hol_eval *sys, const double q[], const double v[], double Tqq[],
                            double Tvq[])
{
    if (own_of(sys)->kinetic_tangent)
        own_of(sys)->kinetic_tangent(par_of(sys), q, v, Tqq, Tvq);
    else
        zero(hol_K(sys)->nnz, Tqq), zero(hol_K(sys)->nnz, Tvq);
}

static void tangent(hol_eval *sys, double t, const double q[], const double v[], double Kq[],
                    double Kv[])
{
    if (own_of(sys)->tangent) {
        own_of(sys)->tangent(par_of(sys), t, q, v, Kq, Kv);
        return;
    }
    hol_difference_tangent(sys, t, q, v, Kq, Kv);
}

/* ---------------------------------------------------------------- constraints */

static void constraints(hol_eval *sys, double t, const double q[], double phi[], double G[])
{
    if (sys->nc) own_of(sys)->constraints(par_of(sys), t, q, phi, G);
}

static void flow(hol_eval *sys, double t, const double q[], const double v[], double phi[],
                 double Gv[], double G[])
{
    constraints(sys, t, q, phi, G);
    hol_multiply(&sys->G, G, v, Gv);
}

static void curvature(hol_eval *sys, const double q[], const double v[], double g[])
{
    own_of(sys)->curvature(par_of(sys), q, v, g);
}

static void hessian(hol_eval *sys, const double q[], const double lambda[], double K[])
{
    if (sys->nc) own_of(sys)->hessian(par_of(sys), q, lambda, K);
}

static void hessian_rate(hol_eval *sys, const double q[], const double u[], const double lambda[],
                         double K[])
{
    if (sys->nc) own_of(sys)->hessian_rate(par_of(sys), q, u, lambda, K);
}

static void drive(hol_eval *sys, double t, const double q[], const double v[], double phi_t[],
                  double phi_tt[])
{
    own_of(sys)->drive(par_of(sys), t, q, v, phi_t, phi_tt);
}

/* ---------------------------------------------------------------- momenta and poses */

static void momentum(hol_eval *sys, const double q[], const double p[], double J[])
{
    own_of(sys)->momentum(par_of(sys), q, p, J);
}

static void poses(hol_eval *sys, const double q[], const double v[], hol_pose pose[])
{
    own_of(sys)->poses(par_of(sys), q, v, pose);
}

static void place(hol_eval *sys, const hol_pose pose[], double q[], double v[])
{
    own_of(sys)->place(par_of(sys), pose, q, v);
}

const hol_equations hol_own_equations = {
    .mass = mass,
    .kinetic = kinetic,
    .potential = potential,
    .grad_potential = grad_potential,
    .applied = applied,
    .work = work,
    .gyroscopic = gyroscopic,
    .grad_kinetic = grad_kinetic,
    .tangent = tangent,
    .kinetic_tangent = kinetic_tangent,
    .constraints = constraints,
    .flow = flow,
    .curvature = curvature,
    .hessian = hessian,
    .hessian_rate = hessian_rate,
    .drive = drive,
    .momentum = momentum,
    .poses = poses,
    .place = place,
};

/* ---------------------------------------------------------------- the system */

static const char **names(hol_system *R, const char *const name[], int count)
{
    const char **list = hol_alloc(R->memory, (size_t)count, sizeof *list);
    for (int i = 0; i < count; i++) list[i] = name[i];
    return list;
}

static unsigned traits(const hol_own *own)
{
    unsigned has = own->has | HOL_FLAT | HOL_HOLONOMIC | HOL_HARD;
    if (!own->grad_kinetic) has |= HOL_CONST_MASS;
    if (!own->drive) has |= HOL_SCLERONOMIC;
    if (!own->applied) has |= HOL_CONSERVATIVE | HOL_POSITION_FORCES;
    if (own->nv + own->nc <= HOL_SMALL_MOST) has |= HOL_SMALL;
    return has;
}

typedef struct {
    const hol_own *own;
    const double *par; /* n */
    int n;
} given;

static bool lay_out(hol_system *R, const void *data, hol_message *why)
{
    (void)why;
    const given *g = data;
    const hol_own *own = g->own;
    hol_eval *sys = &R->facts;
    int n = own->nv;
    R->own = own;
    R->par = hol_alloc(R->memory, (size_t)g->n, sizeof *R->par);
    if (g->n) memcpy(R->par, g->par, (size_t)g->n * sizeof *R->par);
    R->turns = own->gyroscopic;
    R->slots = 1;
    R->widest = n;
    R->mass_blocks = n * n;
    R->slot = hol_alloc(R->memory, 1, sizeof *R->slot);
    *R->slot = (hol_slot){.centre = n, .nv = n, .nr = n, .inner = own->nc, .centre_block = n};
    sys->nq = sys->nv = sys->nr = n;
    sys->nj = sys->nc = own->nc;
    sys->ns = own->ns;
    sys->is_length = sys->q_is_length = own->is_length;
    sys->row_is_length = own->row_is_length;
    sys->row_name = R->row_name = names(R, own->row_name, own->nc);
    sys->momentum_name = R->momentum_name = names(R, own->momentum_name, own->ns);
    sys->has = traits(own);
    hol_set_scales(R);
    hol_set_patterns(R);
    return true;
}

hol_system *hol_realise_own(const hol_model *model, const hol_own *own, const double par[], int n,
                            hol_message *why)
{
    const given g = {own, par, n};
    return hol_make_system(model, "own", &hol_own_equations, lay_out, &g, why);
}
