/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shift of a node by the multiplier of G v = 0: see ggl.h. */
#include "methods/ggl.h"

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/units.h"
#include "methods/constant_mass.h"
#include "methods/group.h"

void hol_ggl_divide_by_mass(hol_stepper *s, double x[])
{
    hol_divide_by_blocks(&s->sys->M, ((const hol_ggl *)s->aux)->L, x);
}

void hol_ggl_bend(hol_stepper *s, const double q[], const double gamma[], const double v[],
                  double out[])
{
    hol_eval *sys = s->sys;
    size_t mark = hol_mark(s->work);
    double *H = hol_take(s->work, hol_K(sys)->nnz);
    hol_hessian(sys, q, gamma, H);
    hol_multiply(hol_K(sys), H, v, out);
    hol_release(s->work, mark);
}

double hol_ggl_shift(hol_stepper *s, double h, double t1, const double free[], const double G[],
                     double gamma[], double q1[])
{
    hol_eval *sys = s->sys;
    int n = sys->nv, m = sys->nc;
    size_t mark = hol_mark(s->work);
    double *u = hol_take(s->work, n), *b = hol_take(s->work, m);
    hol_multiply_transposed_add(&sys->G, G, h, gamma, u);
    hol_ggl_divide_by_mass(s, u);
    for (int i = 0; i < n; i++) q1[i] = free[i] + u[i];
    hol_constraints(sys, t1, q1, b, NULL);
    hol_saddle_solve_schur(((hol_ggl *)s->aux)->saddle, b, u, b);
    hol_axpy(n, -1, u, q1);
    hol_axpy(m, -1 / h, b, gamma);
    double size = hol_displacement_size(sys, u);
    hol_release(s->work, mark);
    return size;
}

hol_status hol_ggl_factor(hol_stepper *s, double t, const double q[], double G[])
{
    hol_constraints(s->sys, t, q, NULL, G);
    return hol_factor_rows(((const hol_ggl *)s->aux)->saddle, G);
}

hol_status hol_ggl_setup(hol_stepper *s)
{
    const hol_pattern *M = &s->sys->M;
    hol_ggl *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->M = hol_constant_mass(s);
    own->L = hol_alloc(s->memory, (size_t)M->nnz, sizeof *own->L);
    if (hol_factor_blocks(M, own->M, own->L)) return HOL_SINGULAR;
    return hol_mass_saddle(s, own->M, &s->sys->G, true, &own->saddle);
}
