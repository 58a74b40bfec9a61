/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole saddle-point matrix by compressed columns, as sparse direct solvers take it. */
#pragma once

#include "holonomy/memory.h"
#include "holonomy/pattern.h"
#include "holonomy/status.h"

typedef struct {
    int n, m, size, K_nnz, C_nnz;   /* size n + m */
    int *start, *row;               /* columns */
    double *value;                  /* of A, or of D A D */
    double *given, *balanced;       /* the room of both */
    double *scale;                  /* size: D, powers of 2, 1 where A stands as it is given */
    int *K_at, *B_at, *C_at, *S_at; /* where each entry stands in `given` */
    double *z;                      /* size: right-hand side, D (a, b) */
} hol_whole_matrix;

void hol_whole_matrix_make(hol_memory *memory, const hol_pattern *K, const hol_pattern *C,
                           hol_whole_matrix *A);
/* The entries of K, B, C with Sigma (NULL: zero), D = 1, and z = D (a, b).  self: a
 * hol_whole_matrix, or a path whose first member is one. */
hol_status hol_whole_matrix_set_K(void *self, const double K[]);
hol_status hol_whole_matrix_set_B(void *self, const double B[]);
void hol_whole_matrix_set_C(hol_whole_matrix *A, const double C[], const double Sigma[]);
void hol_whole_matrix_set_z(hol_whole_matrix *A, const double a[], const double b[]);
/* Chooses D so that the largest entries of the rows of K, and then of those of (C, Sigma), are
 * about 1.  Unknowns and equations have units, kg and kg m^2 beside m and 1, and what a sparse
 * solver says of the rank compares pivots of all: a matrix has lost rank where it has in units of
 * its masses, too. */
void hol_whole_matrix_balance(hol_whole_matrix *A);
/* The power of 2 that brings x^power near 1; 1 where x is not above 0. */
double hol_near_one(double x, double power);
/* (x, y) = D z */
void hol_whole_matrix_get(const hol_whole_matrix *A, const double z[], double x[], double y[]);
