/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions of system.h: each is counted here and answered by the table of the system's kind of
 * coordinates. */
#include <string.h>

#include "mechanics/internal.h"

static const hol_equations *equations_of(const hol_eval *sys)
{
    return sys->system->equations;
}

/* ---------------------------------------------------------------- mass, energies, forces */

void hol_mass(hol_eval *sys, const double q[], double M[])
{
    sys->count->masses++;
    equations_of(sys)->mass(sys, q, M);
}

double hol_kinetic(hol_eval *sys, const double q[], const double v[])
{
    return equations_of(sys)->kinetic(sys, q, v);
}

double hol_potential(hol_eval *sys, const double q[])
{
    return equations_of(sys)->potential(sys, q);
}

void hol_grad_potential(hol_eval *sys, const double q[], double dU[])
{
    sys->count->forces++;
    equations_of(sys)->grad_potential(sys, q, dU);
}

void hol_applied(hol_eval *sys, double t, const double q[], const double v[], double F[])
{
    equations_of(sys)->applied(sys, t, q, v, F);
}

void hol_gyroscopic(hol_eval *sys, const double q[], const double v[], double f[])
{
    equations_of(sys)->gyroscopic(sys, q, v, f);
}

void hol_grad_kinetic(hol_eval *sys, const double q[], const double v[], double dT[])
{
    equations_of(sys)->grad_kinetic(sys, q, v, dT);
}

bool hol_has_gyroscopic(const hol_eval *sys)
{
    return sys->system->turns;
}

bool hol_has_tangent(const hol_eval *sys)
{
    return !sys->system->uniform_forces;
}

double hol_work_between(hol_eval *sys, const double q0[], const double q1[])
{
    return equations_of(sys)->work(sys, q0, q1);
}

void hol_tangent(hol_eval *sys, double t, const double q[], const double v[], double Kq[],
                 double Kv[])
{
    equations_of(sys)->tangent(sys, t, q, v, Kq, Kv);
}

void hol_kinetic_tangent(hol_eval *sys, const double q[], const double v[], double Tqq[],
                         double Tvq[])
{
    equations_of(sys)->kinetic_tangent(sys, q, v, Tqq, Tvq);
}

/* ---------------------------------------------------------------- constraints */

void hol_constraints(hol_eval *sys, double t, const double q[], double phi[], double G[])
{
    if (phi) sys->count->constraints++;
    if (G) sys->count->jacobians++;
    equations_of(sys)->constraints(sys, t, q, phi, G);
}

void hol_curvature(hol_eval *sys, const double q[], const double v[], double g[])
{
    sys->count->curvatures++;
    sys->count->hessians += sys->nj;
    equations_of(sys)->curvature(sys, q, v, g);
}

void hol_hessian(hol_eval *sys, const double q[], const double lambda[], double K[])
{
    equations_of(sys)->hessian(sys, q, lambda, K);
}

void hol_hessian_rate(hol_eval *sys, const double q[], const double u[], const double lambda[],
                      double K[])
{
    equations_of(sys)->hessian_rate(sys, q, u, lambda, K);
}

void hol_drive(hol_eval *sys, double t, const double q[], const double v[], double phi_t[],
               double phi_tt[])
{
    if (equations_of(sys)->drive && !(sys->has & HOL_SCLERONOMIC)) {
        equations_of(sys)->drive(sys, t, q, v, phi_t, phi_tt);
        return;
    }
    if (phi_t) memset(phi_t, 0, (size_t)sys->nc * sizeof *phi_t);
    if (phi_tt) memset(phi_tt, 0, (size_t)sys->nc * sizeof *phi_tt);
}

void hol_nonholonomic_rows(hol_eval *sys, double t, const double q[], double A[], double w[])
{
    if (sys->na) equations_of(sys)->nonholonomic(sys, t, q, A, w);
}

void hol_nonholonomic_rate(hol_eval *sys, double t, const double q[], const double v[], double b[])
{
    if (sys->na) equations_of(sys)->nonholonomic_rate(sys, t, q, v, b);
}

/* ---------------------------------------------------------------- momenta and poses */

void hol_momentum(hol_eval *sys, const double q[], const double p[], double J[])
{
    if (sys->ns) equations_of(sys)->momentum(sys, q, p, J);
}

void hol_poses(hol_eval *sys, const double q[], const double v[], hol_pose pose[])
{
    equations_of(sys)->poses(sys, q, v, pose);
}

void hol_place(hol_eval *sys, const hol_pose pose[], double q[], double v[])
{
    size_t mark = hol_mark(sys->work);
    hol_pose *start = NULL;
    if (!pose) {
        start = (hol_pose *)hol_take(sys->work, sys->nb * (int)(sizeof *start / sizeof(double)));
        for (int b = 0; b < sys->nb; b++) start[b] = hol_body_at(sys->model, b)->at;
    }
    equations_of(sys)->place(sys, pose ? pose : start, q, v);
    hol_release(sys->work, mark);
}
