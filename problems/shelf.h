/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shelf.h: the problems that are no C files of this folder.  The list of problems ends with them;
 * what reads them, harness/model/shelf.c, stands above this folder and defines the shelf. */
#pragma once

#include "holonomy/problem.h"

typedef struct {
    const hol_problem *(*at)(int k);               /* NULL past the last */
    const hol_problem *(*named)(const char *name); /* NULL: it is not there, or has mistakes */
} hol_problem_shelf;

extern const hol_problem_shelf hol_shelf;
