/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Condition numbers by singular values (LAPACK). */
#include "numerics/condition.h"

#include <math.h>
#include <string.h>

#include <lapacke.h>

double hol_condition(int n, const double A[], hol_work *w)
{
    size_t mark = hol_mark(w);
    int room = 8 * n; /* LAPACK asks for 5 n */
    double *copy = hol_take(w, n * n), *sigma = hol_take(w, n), *rest = hol_take(w, room);
    memcpy(copy, A, (size_t)(n * n) * sizeof *copy); /* transposed: the same singular values */
    int info = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'N', 'N', n, n, copy, n, sigma, NULL, n, NULL,
                                   n, rest, room);
    double condition = !info && n && sigma[n - 1] > 0 ? sigma[0] / sigma[n - 1] : HUGE_VAL;
    hol_release(w, mark);
    return condition;
}
