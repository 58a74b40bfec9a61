/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lapack.h: what the calls of LAPACKE that take workspace of their own come to. */
#pragma once

#include <lapacke.h>

#include "holonomy/memory.h"

/* LAPACK's info; no memory leaves the innermost hol_try, it is no finding about the matrix. */
static inline int hol_lapack(int info)
{
    if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR) hol_no_memory();
    return info;
}
