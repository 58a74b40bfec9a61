/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a Newton iteration: counters and the record of a failure. */
#include "holonomy/newton.h"

hol_status hol_newton_end(const hol_newton *n, hol_verdict verdict, const char *residual_of,
                          hol_counters *count, hol_residual *residual)
{
    count->newton += n->count;
    if (n->count > count->newton_most) count->newton_most = n->count;
    *residual = (hol_residual){n->last, residual_of};
    return verdict == HOL_CONVERGED ? HOL_OK : HOL_DIVERGED;
}
