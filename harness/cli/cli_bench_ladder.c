/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy bench --table ladder: SPOOK on the ladder of paper 001 by every path of the solve, from
 * 20 to 100 000 squares, against the same step written out by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "harness/cli/cli_bench.h"
#include "harness/cli/cli_size.h"
#include "harness/store/spec.h"
#include "harness/study/floors/floor.h"
#include "holonomy/memory.h"

#ifndef HOL_MORE_CFLAGS /* `make bench-native` adds to the flags of configure */
#define HOL_MORE_CFLAGS ""
#endif

static const int sizes[] = {20, 100, 1000, 10000, 100000};
enum { SIZES = sizeof sizes / sizeof *sizes, SPAN = 120 }; /* steps from the start */
static const double h = 1 / 60., sample_seconds = 0.1;

typedef struct {
    int N;
    hol_stepper *s; /* NULL: the floor */
    hol_state *z;
} ladder_run;

/* Seconds of `times` steps, begun anew every SPAN of them. */
static double steps(void *self, long times)
{
    ladder_run *r = self;
    hol_status status;
    return r->s ? hol_bench_steps(r->s, r->z, h, SPAN, times, &status)
                : hol_floor_ladder(r->N, h, times, NULL);
}

static double cost_of(const bench_sheet *b, ladder_run *r) /* ns a rod and step */
{
    return hol_bench(steps, r, bench_sample(b, sample_seconds)).ns / (3 * r->N + 1);
}

/* NULL after a row that says why. */
static hol_experiment *open_ladder(bench_sheet *b, const hol_setup *setup, int N)
{
    hol_refusal why;
    hol_message text;
    bool room = !cli_size_exceeds(setup->problem, setup->parameters, setup->formulation, &text);
    hol_experiment *x = room ? hol_experiment_open(setup, &why) : NULL;
    if (room && !x) hol_refusal_text(&why, &text);
    if (!x) bench_left_out(b, setup, N, text.text);
    return x;
}

/* Of one path on one system; NaN where it does not step it. */
static double path_cost(const bench_sheet *b, hol_eval *sys, const hol_method *spook, int N,
                        const char *path)
{
    double ns = NAN;
    double *opt = hol_table_values(spook->options, NULL);
    hol_message why;
    ladder_run r = {.N = N};
    if (hol_option_set(spook->options, "option", path, opt, &why))
        r.s = hol_stepper_new(sys, spook, opt, NULL, NULL);
    if (r.s) {
        r.z = hol_had(hol_state_new(sys, spook, opt));
        ns = cost_of(b, &r);
        hol_state_free(r.z);
    }
    hol_stepper_free(r.s);
    free(opt);
    return ns;
}

void bench_ladder(bench_sheet *b)
{
    static const struct {
        const char *option;
        int most; /* squares */
    } path[] = {{"solve=auto", 100000}, {"solve=klu", 100000}, {"solve=umfpack", 10000}};
    const hol_problem *problem = hol_problem_named("ladder");
    const hol_method *spook = hol_method_named("spook");
    bench_title(b,
                "spook on the ladder of N squares, h = 1/60 s: ns a rod and step, CPU time, least "
                "of %d; %s, %s",
                HOL_BENCH_REPEATS, HOL_CC, HOL_CFLAGS HOL_MORE_CFLAGS);
    bench_heading(b, "%8s %9s", "N", "floor");
    for (size_t k = 0; k < sizeof path / sizeof *path; k++)
        bench_heading(b, " %9s", strchr(path[k].option, '=') + 1);
    bench_heading(b, "   (umfpack: its symmetric strategy)");
    double *par = hol_table_values(problem->parameters, NULL);
    hol_setup setup = {.problem = problem, .formulation = "natural", .parameters = par};
    bool wanted = false;
    for (int i = 0; i < b->problems; i++)
        wanted |= b->problem[i] == problem && bench_method(b, spook->name);
    for (int i = 0; i < SIZES && wanted; i++) {
        char squares[32];
        snprintf(squares, sizeof squares, "N = %d", sizes[i]);
        if (!bench_begin(b, problem->name, squares)) continue;
        par[bench_size_of(problem)] = sizes[i];
        hol_experiment *x = open_ladder(b, &setup, sizes[i]);
        if (!x) continue;
        bench_row(b);
        bench_number(b, "N", 8, 0, sizes[i]);
        bench_number(b, "floor", 9, 1, cost_of(b, &(ladder_run){.N = sizes[i]}));
        for (size_t k = 0; k < sizeof path / sizeof *path; k++)
            bench_number(b, strchr(path[k].option, '=') + 1, 9, 1,
                         sizes[i] <= path[k].most
                             ? path_cost(b, x->sys, spook, sizes[i], path[k].option)
                             : (double)NAN);
        bench_row_end(b);
        hol_experiment_close(x);
    }
    free(par);
}
