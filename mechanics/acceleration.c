/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accelerations: the reduced equations of reduce.c solved. */
#include <string.h>

#include "base/meter.h"
#include "holonomy/dense.h"
#include "holonomy/saddle.h"
#include "mechanics/joint_tree.h"
#include "mechanics/reduction.h"

/* A mass that stands: of all bodies, or of the centres of bodies whose Mr is known in closed form;
 * where it is constant and nothing is eliminated Mr too. */
static void set_standing_mass(hol_eval *sys)
{
    const hol_system *R = sys->system;
    hol_scratch *S = hol_scratch_of(sys);
    size_t mark = hol_mark(sys->work);
    double *q = hol_take(sys->work, sys->nq);
    hol_place(sys, NULL, q, hol_take(sys->work, sys->nv));
    R->equations->mass(sys, q, S->M);
    hol_release(sys->work, mark);
    if (S->closed || !hol_is_plain(sys) || R->tree) return;
    double *Mr = S->Mr = hol_alloc(S->memory, (size_t)sys->Mr.nnz, sizeof *S->Mr);
    for (int b = 0; b < R->slots; b++) Mr = hol_reduced_mass(S, &R->slot[b], q, Mr);
}

/* Every body is a point or has Mr in closed form. */
static bool is_closed(const hol_system *R)
{
    bool closed = !R->tree && !R->own;
    for (int b = 0; b < R->slots; b++) {
        const hol_orientation *o = R->slot[b].o;
        closed &= !o || o->reduced_mass;
    }
    return closed;
}

void hol_set_reduction(hol_eval *sys)
{
    hol_scratch *S = hol_scratch_of(sys);
    if (hol_is_sparse_tree(sys->system)) return;
    S->closed = !(sys->has & HOL_CONST_MASS) && is_closed(sys->system);
    if (sys->has & HOL_CONST_MASS || S->closed) set_standing_mass(sys);
    if (sys->system->tree && sys->system->tree->dense) return;
    S->solver = hol_saddle_new(&sys->Mr, &sys->Gr, HOL_SADDLE_DEFINITE | HOL_SADDLE_SYMMETRIC,
                               HOL_SADDLE_AUTO, sys->count);
}

/* ---------------------------------------------------------------- the solve */

/* [Mr Gr^T; Gr -slack] [c; y] = [f; b] */
static hol_status solve_saddle(struct hol_saddle *solver, const hol_eval *sys, const double Mr[],
                               const double Gr[], const double f[], const double b[], double c[],
                               double y[])
{
    hol_status status;
    if ((status = hol_saddle_set_K(solver, Mr))) return status;
    if ((status = hol_saddle_set_B(solver, Gr))) return status;
    return hol_saddle_factor_solve(solver, Gr, sys->system->slack, f, b, c, y);
}

/* Reduced, solved and expanded; y: nj + na. */
static hol_status solve_reduced(struct hol_saddle *solver, hol_eval *sys, const double q[],
                                const double r[], const double f[], double a[], double lambda[],
                                double y[])
{
    double *Mr = hol_take(sys->work, sys->Mr.nnz), *Gr = hol_take(sys->work, sys->Gr.nnz);
    double *c = hol_take(sys->work, sys->nr);
    hol_reduce_standing(sys, q, Mr, Gr);
    hol_reduce_sides(sys, r, f, c, y);
    hol_status status = solve_saddle(solver, sys, Mr, Gr, c, y, c, y);
    if (!status) hol_expand(sys, f, c, y, a, lambda);
    return status;
}

/* Where nothing is eliminated and the mass is constant: the equations are Mr, (G; A), f and r. */
static hol_status solve_whole(struct hol_saddle *solver, const hol_eval *sys, const hol_scratch *S,
                              const double r[], const double f[], double a[], double lambda[],
                              double y[])
{
    hol_status status = solve_saddle(solver, sys, S->Mr, S->G, f, r ? r : y, a, y);
    for (int i = 0; lambda && i < sys->nj; i++) lambda[i] = y[i];
    return status;
}

/* The rows stand in the evaluator. */
static hol_status solve_standing(struct hol_saddle *solver, hol_eval *sys, const double q[],
                                 const double r[], const double f[], double a[], double lambda[],
                                 double alpha[])
{
    const hol_scratch *S = hol_scratch_of(sys);
    size_t mark = hol_mark(sys->work);
    double *y = hol_take(sys->work, sys->nj + sys->na);
    sys->count->accelerations++;
    hol_status status = S->Mr ? solve_whole(solver, sys, S, r, f, a, lambda, y)
                              : solve_reduced(solver, sys, q, r, f, a, lambda, y);
    for (int i = 0; alpha && i < sys->na; i++) alpha[i] = y[sys->nj + i];
    hol_release(sys->work, mark);
    return status;
}

static hol_status solve(hol_eval *sys, double t, const double q[], const double r[],
                        const double f[], double a[], double lambda[], double alpha[])
{
    struct hol_saddle *solver = hol_scratch_of(sys)->solver;
    if (!solver) {
        sys->count->accelerations++;
        return hol_joint_solve(sys, t, q, r, f, a, lambda, alpha);
    }
    hol_rows_stand(sys, t, q);
    return solve_standing(solver, sys, q, r, f, a, lambda, alpha);
}

hol_status hol_constrained_solve(hol_eval *sys, double t, const double q[], const double r[],
                                 const double f[], double a[], double lambda[], double alpha[])
{
    hol_status status;
    HOL_METERED(status = solve(sys, t, q, r, f, a, lambda, alpha));
    return status;
}

/* ---------------------------------------------------------------- the index-1 equations */

/* r = -(the curvature in r) - d/dt(Phi_t), and b. */
static void rates_of_curvature(hol_eval *sys, double t, const double q[], const double v[],
                               double r[])
{
    for (int i = 0; i < sys->nc; i++) r[i] = -r[i];
    if (sys->na) hol_nonholonomic_rate(sys, t, q, v, r + sys->nc);
    if (sys->has & HOL_SCLERONOMIC) return;
    size_t mark = hol_mark(sys->work);
    double *phi_tt = hol_take(sys->work, sys->nc);
    hol_drive(sys, t, q, v, NULL, phi_tt);
    hol_axpy(sys->nc, -1, phi_tt, r);
    hol_release(sys->work, mark);
}

void hol_row_rates(hol_eval *sys, double t, const double q[], const double v[], double r[])
{
    if (sys->nc) hol_curvature(sys, q, v, r);
    rates_of_curvature(sys, t, q, v, r);
}

/* hol_rows_stand and hol_row_rates, in one pass over the joints where there is one. */
static void rows_and_rates(hol_eval *sys, double t, const double q[], const double v[], double r[])
{
    const hol_equations *of = sys->system->equations;
    if (!of->rows_and_curvature || !sys->nj) {
        hol_row_rates(sys, t, q, v, r);
        hol_rows_stand(sys, t, q);
        return;
    }
    sys->count->jacobians++;
    sys->count->curvatures++;
    sys->count->hessians += sys->nj;
    of->rows_and_curvature(sys, t, q, v, hol_scratch_of(sys)->G, r);
    if (sys->na) hol_nonholonomic_rows(sys, t, q, hol_scratch_of(sys)->A, NULL);
    rates_of_curvature(sys, t, q, v, r);
}

hol_status hol_acceleration_by(struct hol_saddle *solver, hol_eval *sys, double t, const double q[],
                               const double v[], double a[], double lambda[], double alpha[])
{
    hol_status status;
    size_t mark = hol_mark(sys->work);
    double *f = hol_take(sys->work, sys->nv), *r = hol_take(sys->work, sys->nc + sys->na);
    hol_meter *meter = hol_present_meter;
    hol_meter_in(meter);
    hol_total_force(sys, t, q, v, f);
    if (solver) {
        rows_and_rates(sys, t, q, v, r);
        status = solve_standing(solver, sys, q, r, f, a, lambda, alpha);
    } else {
        hol_row_rates(sys, t, q, v, r);
        status = solve(sys, t, q, r, f, a, lambda, alpha);
    }
    hol_meter_out(meter);
    hol_release(sys->work, mark);
    return status;
}

hol_status hol_acceleration(hol_eval *sys, double t, const double q[], const double v[], double a[],
                            double lambda[], double alpha[])
{
    return hol_acceleration_by(hol_scratch_of(sys)->solver, sys, t, q, v, a, lambda, alpha);
}
