/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The block-diagonal, symmetric positive definite matrix K of a saddle-point system (the mass, body
 * by body): one small Cholesky factorisation a block, or the inverse of a diagonal. */
#pragma once

#include <stdbool.h>

#include "holonomy/memory.h"
#include "holonomy/pattern.h"
#include "holonomy/status.h"
#include "holonomy/work.h"

typedef struct { /* columns first .. first + size - 1 of K */
    int first, size;
    int value;     /* place of its matrix, size x size; -1: diagonal in pattern */
    bool diagonal; /* in the values set last */
} hol_block;

typedef struct {
    hol_pattern K; /* borrowed */
    int blocks;
    hol_block *block; /* adjacent ones that are diagonal in pattern are joined */
    int *of;          /* per column: its block */
    double *chol;     /* factors of the blocks, their diagonals inverted */
    double *inverse;  /* per column: 1 / diagonal of K */
    double *values;   /* those set last */
    bool known;       /* they are factorised */
    bool diagonal;    /* all of K, in the values set last */
} hol_bodies;

/* False where K is not block-diagonal. */
bool hol_bodies_make(hol_memory *m, const hol_pattern *K, hol_bodies *bodies);
/* SINGULAR where a block is not positive definite. */
hol_status hol_bodies_set(hol_bodies *bodies, const double K[]);
/* x = K^-1 x, of all of K and of one block that is not diagonal. */
void hol_bodies_solve(const hol_bodies *bodies, double x[]);
void hol_bodies_solve_one(const hol_bodies *bodies, const hol_block *b, double x[]);
