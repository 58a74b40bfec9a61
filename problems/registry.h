/* SPDX-License-Identifier: GPL-3.0-or-later */
/* registry.h: problems in C that are not of the build, behind those that are. */
#pragma once

#include <stdatomic.h>

#include "holonomy/problem.h"

typedef struct hol_problem_list {
    const hol_problem *const *problems; /* the last one NULL */
    _Atomic(struct hol_problem_list *) next;
} hol_problem_list;

/* The list stays where it is; one is added at a time. */
void hol_problems_add(hol_problem_list *more);
