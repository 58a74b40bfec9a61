/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOL_TESTS_BENCH_CHOLMOD_H
#define HOL_TESTS_BENCH_CHOLMOD_H

#include <stdbool.h>

#include "holonomy/pattern.h"
#include "holonomy/status.h"

typedef struct { /* [ K  C^T; C  -Sigma ] (x, y) = (a, b), K n x n, C m x n */
    const hol_pattern *K, *C;
    const bool *held;          /* m, or NULL */
    double *K_value, *C_value; /* in the patterns */
    double *Sigma, *a, *b;     /* m or NULL; n; m */
} hol_equations_of;

typedef struct hol_by_cholmod hol_by_cholmod;

/* NULL: K is not diagonal, or Sigma has different entries. */
hol_by_cholmod *hol_by_cholmod_new(const hol_equations_of *e);
hol_status hol_by_cholmod_solve(hol_by_cholmod *s, const hol_equations_of *e, double x[],
                                double y[]);
void hol_by_cholmod_free(hol_by_cholmod *s);

#endif
