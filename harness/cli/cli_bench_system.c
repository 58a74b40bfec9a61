/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy bench: what one evaluation of a system costs, at the start of each problem, and how that
 * grows with the number of bodies. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli_bench.h"
#include "harness/cli/cli_size.h"
#include "harness/run/prepare.h"
#include "harness/store/spec.h"
#include "holonomy/memory.h"

enum { LARGEST = 100000 };
static const double sample_seconds = 0.01;

/* Of the column of an evaluation. */
static int width(int evaluation)
{
    enum { LEAST = 7 };
    int name = (int)strlen(hol_evaluation_of[evaluation]);
    return name > LEAST ? name : LEAST;
}

static void print_heading(bench_sheet *b, const char *title, bool sizes)
{
    bench_title(b, "%s, CPU time, least of %d", title, HOL_BENCH_REPEATS);
    bench_heading(b, "%-*s %-7s%s", bench_width(b, sizes), "problem", "form",
                  sizes ? "    size  bodies" : "");
    for (int k = 0; k < HOL_EVALUATIONS; k++)
        bench_heading(b, " %*s", width(k), hol_evaluation_of[k]);
}

typedef struct {
    bench_sheet *sheet;
    const hol_setup *setup;
    double size; /* 0: the problem's own */
    hol_refusal why;
    hol_experiment *x;
    hol_cost cost[HOL_EVALUATIONS];
} measured;

static void measure(void *data)
{
    measured *of = data;
    of->x = hol_experiment_open(of->setup, &of->why);
    if (of->x && !of->x->sys->same_as)
        hol_bench_system(of->x->sys, bench_sample(of->sheet, sample_seconds), of->cost);
}

void bench_left_out(bench_sheet *b, const hol_setup *setup, double size, const char *text)
{
    hol_message line;
    hol_say(&line, "left out: %s", text);
    bench_row(b);
    if (b->json) {
        bench_word(b, "problem", 0, setup->problem->name);
        bench_word(b, "formulation", 0, setup->formulation);
        if (size > 0) bench_number(b, "size", 0, 0, size);
    }
    bench_remark(b, "refused", line.text);
    bench_row_end(b);
}

/* False where there is no system, which is said unless its formulation is known not to fit. */
static bool is_there(measured *of)
{
    const hol_setup *setup = of->setup;
    hol_message text;
    bool room = of->size <= 0 ||
                !cli_size_exceeds(setup->problem, setup->parameters, setup->formulation, &text);
    if (room && !hol_try(measure, of)) of->why = hol_no_room;
    if (room && (of->why.outcome == HOL_RAN || of->why.outcome == HOL_UNFIT)) return of->x;
    if (room) hol_refusal_text(&of->why, &text);
    bench_left_out(of->sheet, setup, of->size, text.text);
    return false;
}

static void print_row(const measured *of)
{
    bench_sheet *b = of->sheet;
    bool sizes = of->size > 0;
    int bodies = of->x->sys->nb;
    bench_row(b);
    bench_word(b, "problem", bench_width(b, sizes), of->setup->problem->name);
    bench_word(b, "formulation", 7, of->setup->formulation);
    if (sizes) bench_number(b, "size", 7, 0, of->size);
    if (sizes) bench_number(b, "bodies", 7, 0, bodies);
    for (int k = 0; k < HOL_EVALUATIONS; k++)
        bench_number(b, hol_evaluation_of[k], width(k), 1, of->cost[k].ns / (sizes ? bodies : 1));
    bench_row_end(b);
}

/* False where there is no such system, or another formulation has the same equations; size > 0:
 * divided by the number of bodies. */
static bool one_system(bench_sheet *b, const hol_problem *problem, const double par[],
                       const char *formulation, double size)
{
    if (!bench_begin(b, problem->name, formulation)) return true;
    hol_setup setup = {.problem = problem, .formulation = formulation, .parameters = par};
    measured of = {.sheet = b, .setup = &setup, .size = size};
    bool there = is_there(&of) && !of.x->sys->same_as;
    if (there) print_row(&of);
    hol_experiment_close(of.x);
    return there;
}

void bench_evaluations(bench_sheet *b)
{
    hol_names formulations = {0};
    hol_names_of_formulations(&formulations);
    print_heading(b, "One evaluation at the start, ns", false);
    for (int i = 0; i < b->problems && b->of_problems; i++)
        for (int f = 0; f < formulations.count; f++)
            one_system(b, b->problem[i], NULL, formulations.of[f], 0);
    hol_names_clear(&formulations);
}

int bench_size_of(const hol_problem *problem)
{
    for (int i = 0; problem->size && problem->parameters[i].name; i++)
        if (!strcmp(problem->parameters[i].name, problem->size)) return i;
    return -1;
}

void bench_sizes(bench_sheet *b)
{
    hol_names formulations = {0};
    hol_names_of_formulations(&formulations);
    print_heading(b, "One evaluation at the start, ns a body", true);
    for (int i = 0; i < b->problems && b->of_problems; i++) {
        const hol_problem *problem = b->problem[i];
        int at = bench_size_of(problem);
        if (at < 0) continue;
        const hol_option *size = &problem->parameters[at];
        double *par = hol_table_values(problem->parameters, NULL);
        for (int f = 0; f < formulations.count; f++)
            for (par[at] = 10; par[at] <= fmin(size->max, LARGEST); par[at] *= 10)
                if (!one_system(b, problem, par, formulations.of[f], par[at])) break;
        free(par);
    }
    hol_names_clear(&formulations);
}
