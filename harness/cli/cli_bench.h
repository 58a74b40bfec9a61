/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli_bench.h: the tables of `holonomy bench`. */
#ifndef HOL_CLI_BENCH_H
#define HOL_CLI_BENCH_H

#include "harness/cli/cli.h"
#include "harness/study/bench.h"

/* `names`: of problems and methods; none: all. */
bool bench_wanted(const hol_names *names, const char *a, const char *b);

/* M, f, Phi, G and the acceleration of every problem in every formulation. */
void bench_evaluations(const hol_names *names);
/* The same by the body of problems that have a size, from small to large. */
void bench_sizes(const hol_names *names);
/* SPOOK on the ladder by every path of the solve, from small to large. */
void bench_ladder(const hol_names *names);

#endif
