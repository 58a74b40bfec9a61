/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a Newton iteration: counters and the record of a failure. */
#include "numerics/newton.h"

hol_status hol_newton_end(hol_stepper *s, const hol_newton *n, hol_verdict verdict,
                          const char *residual_of)
{
    s->count->newton += n->count;
    if (n->count > s->count->newton_most) s->count->newton_most = n->count;
    s->residual = n->last;
    s->residual_of = residual_of;
    return verdict == HOL_CONVERGED ? HOL_OK : HOL_DIVERGED;
}
