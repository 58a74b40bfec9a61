/* SPDX-License-Identifier: GPL-3.0-or-later */
/* doubles.h: room for numbers. */
#pragma once

#include "holonomy/memory.h"

/* n zeros that end with m; where there is no memory the innermost hol_try is left. */
static inline double *hol_doubles(hol_memory *m, int n)
{
    return hol_alloc(m, (size_t)n, sizeof(double));
}
