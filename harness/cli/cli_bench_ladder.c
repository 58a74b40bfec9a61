/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy bench --table ladder: SPOOK on the ladder of paper 001 by every path of the solve, from
 * 20 to 100 000 squares, against the same step written out by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "harness/cli/cli_bench.h"
#include "harness/memory.h"
#include "tests/bench/floor.h"

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
    double seconds = 0;
    if (!r->s) {
        double begin = hol_bench_clock();
        hol_floor_ladder(r->N, h, times, NULL);
        return hol_bench_clock() - begin;
    }
    for (long done = 0; done < times; done += SPAN) {
        if (hol_start(r->s, 0, h, NULL, r->z)) return NAN;
        double begin = hol_bench_clock();
        for (int n = 1; n <= SPAN && done + n <= times; n++) {
            if (hol_step(r->s, h, r->z)) return NAN;
            r->z->t = n * h;
        }
        seconds += hol_bench_clock() - begin;
    }
    return seconds;
}

static void print_cost(ladder_run *r)
{
    printf(" %9.1f", hol_bench(steps, r, sample_seconds).ns / (3 * r->N + 1));
    fflush(stdout);
}

static hol_system *open_ladder(const hol_problem *problem, int N, hol_model **model)
{
    double *par = hol_new(hol_option_count(problem->parameters), sizeof *par);
    char text[32];
    bool unfit;
    hol_message why;
    hol_option_defaults(problem->parameters, par);
    snprintf(text, sizeof text, "%s=%d", problem->size, N);
    hol_system *sys = hol_option_set(problem->parameters, "parameter", text, par, &why)
                          ? hol_problem_system(problem, par, "natural", model, &unfit, &why)
                          : NULL;
    if (!sys) cli_say("%s", why.text);
    free(par);
    return sys;
}

/* One path on one system. */
static void print_path(const hol_system *sys, const hol_method *spook, int N, const char *path)
{
    double *opt = hol_new(hol_option_count(spook->options), sizeof *opt);
    hol_message why;
    ladder_run r = {.N = N};
    hol_option_defaults(spook->options, opt);
    if (hol_option_set(spook->options, "option", path, opt, &why))
        r.s = hol_stepper_new(sys, spook, opt, NULL);
    if (r.s) {
        r.z = hol_state_new(sys, spook, opt);
        print_cost(&r);
        hol_state_free(r.z);
    } else {
        printf(" %9s", "-");
    }
    hol_stepper_free(r.s);
    free(opt);
}

void bench_ladder(const hol_names *names)
{
    static const struct {
        const char *option;
        int most; /* squares */
    } path[] = {{"solve=auto", 100000}, {"solve=klu", 100000}, {"solve=umfpack", 10000}};
    const hol_problem *problem = hol_problem_named("ladder");
    const hol_method *spook = hol_method_named("spook");
    if (!bench_wanted(names, problem->name, spook->name)) return;
    printf(
        "spook on the ladder of N squares, h = 1/60 s: ns a rod and step, CPU time, least of %d\n"
        "%s, %s\n%8s %9s",
        HOL_BENCH_REPEATS, HOL_CC, HOL_CFLAGS HOL_MORE_CFLAGS, "N", "floor");
    for (size_t k = 0; k < sizeof path / sizeof *path; k++)
        printf(" %9s", strchr(path[k].option, '=') + 1);
    printf("   (umfpack: its symmetric strategy)\n");
    for (int i = 0; i < SIZES; i++) {
        hol_model *model;
        hol_system *sys = open_ladder(problem, sizes[i], &model);
        if (!sys) return;
        printf("%8d", sizes[i]);
        print_cost(&(ladder_run){.N = sizes[i]});
        for (size_t k = 0; k < sizeof path / sizeof *path; k++)
            if (sizes[i] <= path[k].most)
                print_path(sys, spook, sizes[i], path[k].option);
            else
                printf(" %9s", "-");
        printf("\n");
        hol_system_free(sys);
        hol_model_free(model);
    }
}
