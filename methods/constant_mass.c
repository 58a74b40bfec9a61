/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Set-up of a constant mass: see constant_mass.h. */
#include "methods/constant_mass.h"

#include "holonomy/memory.h"

double *hol_constant_mass(hol_stepper *s)
{
    hol_eval *sys = s->sys;
    double *M = hol_alloc(s->memory, (size_t)sys->M.nnz, sizeof *M);
    size_t mark = hol_mark(s->work);
    hol_mass(sys, hol_take(s->work, sys->nq), M); /* any q serves */
    hol_release(s->work, mark);
    return M;
}

hol_status hol_mass_saddle(hol_stepper *s, const double M[], const hol_pattern *rows,
                           bool symmetric, hol_saddle **saddle)
{
    hol_eval *sys = s->sys;
    unsigned definite = sys->has & HOL_REGULAR_MASS ? HOL_SADDLE_DEFINITE : 0;
    hol_saddle_end_with(s->memory, saddle);
    *saddle = hol_saddle_new(&sys->M, rows, definite | (symmetric ? HOL_SADDLE_SYMMETRIC : 0),
                             HOL_SADDLE_AUTO, s->count);
    return hol_saddle_set_K(*saddle, M);
}

hol_status hol_factor_rows(hol_saddle *saddle, const double B[])
{
    hol_status status = hol_saddle_set_B(saddle, B);
    return status ? status : hol_saddle_factor(saddle, B, NULL);
}
