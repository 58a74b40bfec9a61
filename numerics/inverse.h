/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inverse of a small matrix. */
#pragma once

#include "holonomy/status.h"

enum { HOL_INVERSE_MOST = 4 };

/* Of A (n x n, n <= MOST), row-major; SINGULAR as hol_lu_factor says. */
hol_status hol_inverse(int n, const double A[], double inverse[]);
