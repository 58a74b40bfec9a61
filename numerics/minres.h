/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "holonomy/work.h"

/* Solves A x = b, A symmetric (n x n) and perhaps indefinite, until |b - A x| <= tolerance |b|, or
 * the residual stagnates, or 4 n iterations; b in x, then x.  Gives the iterations. */
int hol_minres(int n, const double A[], double tolerance, double x[], hol_work *w);
