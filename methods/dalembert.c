/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the discrete Lagrange-d'Alembert methods share: see dalembert.h. */
#include "methods/dalembert.h"

#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "methods/all_rows.h"
#include "methods/constant_mass.h"

hol_status hol_dalembert_setup(hol_stepper *s)
{
    hol_dalembert *own = s->aux = hol_alloc(s->memory, 1, sizeof *own);
    own->P = hol_all_rows(s);
    own->M = hol_constant_mass(s);
    return hol_mass_saddle(s, own->M, &own->P, false, &own->saddle);
}

void hol_dalembert_push(hol_stepper *s, double h, double t, const double q[], const double v[],
                        double p[])
{
    hol_eval *sys = s->sys;
    const hol_dalembert *own = s->aux;
    double *rest = hol_take(s->work, sys->nv), *f = hol_take(s->work, sys->nv);
    hol_total_force(sys, t, q, rest, f);
    hol_multiply(&sys->M, own->M, v, p);
    hol_axpy(sys->nv, h, f, p);
}

void hol_dalembert_finish(hol_stepper *s, double h, const double y[], hol_state *z)
{
    hol_eval *sys = s->sys;
    for (int i = 0; i < sys->nc; i++) z->lambda[i] = y[i] / h;
    for (int i = 0; i < sys->na; i++) z->alpha[i] = y[sys->nc + i] / h;
    hol_multiply(&sys->M, ((const hol_dalembert *)s->aux)->M, z->v, z->p);
}
