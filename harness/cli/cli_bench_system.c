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
    const bench_sheet *sheet;
    hol_eval *sys;
    hol_cost cost[HOL_EVALUATIONS];
} measured;

static void measure(void *data)
{
    measured *x = data;
    hol_bench_system(x->sys, bench_sample(x->sheet, sample_seconds), x->cost);
}

/* The row of a system that this machine has no room for. */
static void say_left_out(bench_sheet *b, const char *problem, const char *formulation, double size,
                         const char *text)
{
    hol_message line;
    hol_say(&line, "left out: %s", text);
    bench_row(b);
    if (b->json) {
        bench_word(b, "problem", 0, problem);
        bench_word(b, "formulation", 0, formulation);
        if (size > 0) bench_number(b, "size", 0, 0, size);
    }
    bench_remark(b, "refused", line.text);
    bench_row_end(b);
}

/* The system, without which there is no row, or one that says why not. */
static hol_experiment *open_system(bench_sheet *b, const hol_setup *setup, double size)
{
    hol_refusal why = {.outcome = HOL_RAN};
    hol_experiment *x = NULL;
    bool much = size > 0 && cli_size_exceeds(setup->problem, setup->parameters, setup->formulation,
                                             &why.reason);
    if (!much) x = hol_experiment_open(setup, &why);
    hol_message text = why.reason;
    if (!much && !x) hol_refusal_text(&why, &text);
    if (much || (!x && why.outcome != HOL_UNFIT))
        say_left_out(b, setup->problem->name, setup->formulation, size, text.text);
    return x;
}

/* False where there is no such system, or another formulation has the same equations; size > 0:
 * divided by the number of bodies. */
static bool one_system(bench_sheet *b, const hol_problem *problem, const double par[],
                       const char *formulation, double size)
{
    if (!bench_begin(b, problem->name, formulation)) return true;
    hol_experiment *x = open_system(
        b, &(hol_setup){.problem = problem, .formulation = formulation, .parameters = par}, size);
    if (!x || x->sys->same_as) {
        hol_experiment_close(x);
        return false;
    }
    measured of = {.sheet = b, .sys = x->sys};
    if (!hol_try(measure, &of)) {
        say_left_out(b, problem->name, formulation, size, hol_no_room.reason.text);
        hol_experiment_close(x);
        return false;
    }
    bench_row(b);
    bench_word(b, "problem", bench_width(b, size > 0), problem->name);
    bench_word(b, "formulation", 7, formulation);
    if (size > 0) bench_number(b, "size", 7, 0, size);
    if (size > 0) bench_number(b, "bodies", 7, 0, x->sys->nb);
    for (int k = 0; k < HOL_EVALUATIONS; k++)
        bench_number(b, hol_evaluation_of[k], width(k), 1,
                     of.cost[k].ns / (size > 0 ? x->sys->nb : 1));
    bench_row_end(b);
    hol_experiment_close(x);
    return true;
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
