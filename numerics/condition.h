/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HOL_CONDITION_H
#define HOL_CONDITION_H

#include "holonomy/work.h"

/* The condition number of A (n x n) in the Euclidean norm; infinite where A is singular. */
double hol_condition(int n, const double A[], hol_work *w);

#endif
