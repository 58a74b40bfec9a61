/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterations of first order: see settle.h. */
#include "methods/settle.h"

#include "holonomy/newton.h"

hol_status hol_settle(hol_stepper *s, double tolerance, hol_pass *pass, const void *step,
                      const char *of)
{
    hol_newton newton = hol_newton_start(tolerance);
    hol_verdict verdict;
    do verdict = hol_newton_judge(&newton, pass(s, step));
    while (verdict == HOL_ITERATE);
    while (verdict == HOL_CONVERGED && hol_newton_refines(&newton, pass(s, step))) continue;
    return hol_newton_end(&newton, verdict, of, s->count, &s->residual);
}
