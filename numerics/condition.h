/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "holonomy/work.h"

/* The condition number of A (n x n) in the Euclidean norm; infinite where A is singular. */
double hol_condition(int n, const double A[], hol_work *w);
