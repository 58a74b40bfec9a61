/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole saddle-point matrix by compressed columns, as sparse direct solvers take it. */
#pragma once

#include "holonomy/memory.h"
#include "holonomy/pattern.h"
#include "holonomy/status.h"

typedef struct {
    int n, m, size, K_nnz, C_nnz; /* size n + m */
    int *start, *row;             /* columns */
    double *value;
    int *K_at, *B_at, *C_at, *S_at; /* where each entry stands in `value` */
    double *z;                      /* size: right-hand side */
} hol_whole_matrix;

void hol_whole_matrix_make(hol_memory *memory, const hol_pattern *K, const hol_pattern *C,
                           hol_whole_matrix *A);
/* The entries of K, B, C with Sigma (NULL: zero), and z = (a, b).  self: a hol_whole_matrix, or a
 * path whose first member is one. */
hol_status hol_whole_matrix_set_K(void *self, const double K[]);
hol_status hol_whole_matrix_set_B(void *self, const double B[]);
void hol_whole_matrix_set_C(hol_whole_matrix *A, const double C[], const double Sigma[]);
void hol_whole_matrix_set_z(hol_whole_matrix *A, const double a[], const double b[]);
/* (x, y) = z */
void hol_whole_matrix_get(const hol_whole_matrix *A, const double z[], double x[], double y[]);
