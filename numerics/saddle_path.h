/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paths of the saddle-point solve, for saddle.c only. */
#pragma once

#include <limits.h>

#include "holonomy/memory.h"
#include "holonomy/saddle.h"

/* Each takes its own data `self`, which belongs to the owner m of `create`; the contract of the
 * calls is that of saddle.h.  solve_schur and factor_solve may be NULL, they then come from solve
 * and factor. */
typedef struct {
    const char *name;
    void *(*create)(hol_memory *m, const hol_pattern *K, const hol_pattern *C,
                    const bool held[]); /* NULL: the pattern does not fit */
    hol_status (*set_K)(void *self, const double K[]);
    hol_status (*set_B)(void *self, const double B[]);
    hol_status (*factor)(void *self, const double C[], const double Sigma[]);
    void (*solve)(void *self, const double a[], const double b[], double x[], double y[]);
    void (*solve_schur)(void *self, const double b[], double x[], double y[]);
    hol_status (*factor_solve)(void *self, const double C[], const double Sigma[], const double a[],
                               const double b[], double x[], double y[]);
    double (*pivot_ratio)(const void *self); /* NULL: none */
    int (*iterations)(const void *self);     /* of the last solve; NULL: a direct path */
} hol_saddle_ops;

extern const hol_saddle_ops hol_saddle_block, hol_saddle_few, hol_saddle_schur, hol_saddle_dense,
    hol_saddle_klu, hol_saddle_umfpack, hol_saddle_cg;

/* A pattern with arrays of its own. */
hol_pattern hol_saddle_copy_pattern(hol_memory *m, const hol_pattern *P);

/* A number of entries as an index; beyond the range of int there is no memory for them. */
static inline int hol_index(size_t count)
{
    if (count > INT_MAX) hol_no_memory();
    return (int)count;
}
