/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Butcher tables of explicit Runge-Kutta and Runge-Kutta-Nystrom methods. */
#ifndef HOL_TABLES_H
#define HOL_TABLES_H

typedef struct {
    const char *name, *source;
    int stages, order, error_order; /* error_order: of the embedded solution; 0: none */
    const double *a;                /* stages x stages, row-major, strictly lower */
    const double *b, *bhat, *c;     /* weights, embedded weights or NULL, nodes */
} hol_table;

extern const hol_table hol_table_rk4, hol_table_dp5;

typedef struct { /* y'' = g(t, y, y'):  y_i = y + c_i h y' + h^2 sum a_ij g_j,  y'_i = y' + h sum
                    e_ij g_j */
    const char *name, *source;
    int stages, order;
    const double *a, *e;  /* stages x stages */
    const double *b, *b1; /* y1 = y + h y' + h^2 sum b_i g_i, y1' = y' + h sum b1_i g_i */
    const double *c;
} hol_nystrom_table;

extern const hol_nystrom_table hol_table_nystrom4;

#endif
