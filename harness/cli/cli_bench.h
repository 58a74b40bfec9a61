/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_bench.h: the tables of `holonomy bench`. */
#ifndef HOL_CLI_BENCH_H
#define HOL_CLI_BENCH_H

#include "harness/cli/cli.h"
#include "harness/study/bench.h"

typedef struct { /* problems and methods that were named; none: all */
    const char *name[64];
    int count;
} bench_names;

bool bench_wanted(const bench_names *names, const char *a, const char *b);

/* M, f, Phi, G and the acceleration of every problem in every formulation. */
void bench_evaluations(const bench_names *names);
/* The same by the body of problems that have a size, from small to large. */
void bench_sizes(const bench_names *names);
/* SPOOK on the ladder by every path of the solve, from small to large. */
void bench_ladder(const bench_names *names);

#endif
