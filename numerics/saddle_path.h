/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paths of the saddle-point solve, for saddle.c only. */
#ifndef HOL_SADDLE_PATH_H
#define HOL_SADDLE_PATH_H

#include "numerics/saddle.h"

/* Each takes its own data `self`; the contract of the calls is that of saddle.h.  solve_schur may
 * be NULL, the update then comes from solve. */
typedef struct {
    const char *name;
    void *(*create)(const hol_pattern *K,
                    const hol_pattern *C); /* NULL: the pattern does not fit */
    void (*destroy)(void *self);
    hol_status (*set_K)(void *self, const double K[]);
    hol_status (*set_B)(void *self, const double B[]);
    hol_status (*factor)(void *self, const double C[], const double Sigma[]);
    void (*solve)(void *self, const double a[], const double b[], double x[], double y[]);
    void (*solve_schur)(void *self, const double b[], double x[], double y[]);
    int (*iterations)(const void *self); /* of the last solve; NULL: a direct path */
} hol_saddle_ops;

extern const hol_saddle_ops hol_saddle_schur, hol_saddle_dense, hol_saddle_cg, hol_saddle_sparse;

/* Memory of set-up: zeroed, never NULL (no memory: message and exit). */
void *hol_saddle_memory(int count, size_t size);
/* A pattern with arrays of its own. */
hol_pattern hol_saddle_copy_pattern(const hol_pattern *P);

#endif
