/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gram matrix S = C B^T of two sets of rows of one sparse pattern, and the pivots of S taken
 * down its diagonal in one fixed order: pivot k is the quotient of the leading minors k and k - 1.
 * With C = B they are the squares of the distances of each row from the span of those before it;
 * with rows that moved from B to C they keep their sign until the rows lose rank on the way. */
#pragma once

#include <stdbool.h>

#include "holonomy/pattern.h"

typedef struct hol_gram hol_gram;

/* Of the rows with take[i] (NULL: all), m of them.  The pattern is borrowed.  The rows with held[i]
 * (NULL: none) always have the values that stand in `values`, in the pattern, which is borrowed
 * too; those of the others are given, one row's after another's, in every call. */
/* No memory leaves the innermost hol_try (holonomy/memory.h), and nothing behind. */
hol_gram *hol_gram_new(const hol_pattern *rows, const bool take[], const bool held[],
                       const double values[]);
void hol_gram_free(hol_gram *g);
int hol_gram_size(const hol_gram *g);  /* m */
int hol_gram_given(const hol_gram *g); /* length of C and B */
/* The row whose pivot stands at place k. */
int hol_gram_row(const hol_gram *g, int k);
/* Gives the least pivot over its diagonal entry of S; 0, as all pivots are, where one is 0 or no
 * number. */
double hol_gram_pivots(hol_gram *g, const double C[], const double B[], double pivot[]);
