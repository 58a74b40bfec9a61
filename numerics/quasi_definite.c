/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See quasi_definite.h.  A row is taken from all rows below it at once: they do not wait for each
 * other. */
#include "numerics/quasi_definite.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "holonomy/dense.h"
#include "numerics/inlined.h"

static const double vanishing = 1e-14;

/* And x, unless NULL, becomes L^-1 x. */
HOL_INLINED hol_status eliminate(int n, int size, double *restrict A, double *restrict inverse,
                                 double *restrict x)
{
    double most[HOL_QUASI_DEFINITE_MOST];
    for (int k = 0; k < size; k++) {
        double *u = A + k * size; /* d_k l_ik */
        if (k == 0 || k == n)
            for (int i = k; i < size; i++) most[i] = fabs(A[i * (size + 1)]);
        bool good = (k < n ? u[k] : -u[k]) > vanishing * most[k];
        if (!good) return HOL_SINGULAR;
        inverse[k] = 1 / u[k];
        for (int j = k + 1; j < size; j++) {
            double *row = A + j * size, l = u[j] * inverse[k];
            hol_axpy(size - j, -l, u + j, row + j);
            if (x)
                x[j] -= l * x[k];
            else
                row[k] = l;
        }
    }
    return HOL_OK;
}

hol_status hol_quasi_definite_factor(int n, int size, double A[], double inverse[])
{
    return eliminate(n, size, A, inverse, NULL);
}

void hol_quasi_definite_solve(int size, const double *restrict A, const double *restrict inverse,
                              double *restrict x)
{
    for (int j = 1; j < size; j++) {
        double sum = x[j];
        for (int k = 0; k < j; k++) sum -= A[j * size + k] * x[k];
        x[j] = sum;
    }
    for (int i = size - 1; i >= 0; i--) {
        double sum = x[i] * inverse[i];
        for (int j = size - 1; j > i; j--) sum -= A[j * size + i] * x[j];
        x[i] = sum;
    }
}

hol_status hol_quasi_definite(int n, int size, double A[], double x[])
{
    double inverse[HOL_QUASI_DEFINITE_MOST];
    hol_status status = eliminate(n, size, A, inverse, x);
    for (int i = size - 1; i >= 0 && !status; i--) { /* d_k x_k = y_k - sum u_ki x_i, i > k */
        x[i] *= inverse[i];
        for (int k = 0; k < i; k++) x[k] -= A[k * size + i] * x[i];
    }
    return status;
}
