/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See svd.h. */
#include "numerics/svd.h"

#include <math.h>
#include <string.h>

#include "base/doubles.h"
#include "holonomy/dense.h"
#include "numerics/lapack.h"

bool hol_svd_make(hol_svd *s, hol_memory *m, int rows, int cols, const double A[], double relative,
                  double least)
{
    int k = rows < cols ? rows : cols, most = rows * cols > k + 1 ? rows * cols : k + 1;
    *s = (hol_svd){.rows = rows, .cols = cols};
    s->sigma = hol_doubles(m, k + 1), s->U = hol_doubles(m, rows * k + 1);
    s->VT = hol_doubles(m, cols * cols + 1);
    for (int i = 0; i < cols; i++) s->VT[i * cols + i] = 1;
    if (!k) return true;
    double *copy = hol_doubles(m, most), *rest = hol_doubles(m, k + 1);
    memcpy(copy, A, (size_t)(rows * cols) * sizeof *A);
    int info = LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'S', 'A', rows, cols, copy, cols, s->sigma, s->U, k,
                              s->VT, cols, rest);
    hol_drop(m, copy);
    hol_drop(m, rest);
    while (s->rank < k && s->sigma[s->rank] > relative * s->sigma[0] && s->sigma[s->rank] > least)
        s->rank++;
    return !hol_lapack(info) && isfinite(s->sigma[0]);
}

void hol_svd_solve(const hol_svd *s, const double b[], double x[])
{
    int k = s->rows < s->cols ? s->rows : s->cols;
    memset(x, 0, (size_t)s->cols * sizeof *x);
    for (int i = 0; i < s->rank; i++) {
        double part = 0;
        for (int j = 0; j < s->rows; j++) part += s->U[j * k + i] * b[j];
        hol_axpy(s->cols, part / s->sigma[i], s->VT + i * s->cols, x);
    }
}

const double *hol_svd_null(const hol_svd *s)
{
    return s->VT + s->rank * s->cols;
}
