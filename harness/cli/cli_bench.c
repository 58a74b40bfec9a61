/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy bench: what a step costs, the library against the floor programs and every method on
 * every problem; and what the evaluations of a system cost (cli_bench_system.c). */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/clock.h"
#include "harness/cli/cli_bench.h"
#include "harness/study/floors/floor.h"
#include "holonomy/memory.h"

static const double sample_seconds = 0.05;

typedef struct {
    hol_cost step;
    double outside; /* evaluations and solves [ns] */
    char formulation[16];
    hol_message refused; /* why there is no figure */
} cost;

typedef struct { /* a method ready to step, or a floor */
    const hol_floor *floor;
    hol_experiment *x; /* of a method */
    double h;
    hol_status status;
} runner;

static long span_of(const runner *r)
{
    return (long)(r->x->problem->t_end / r->h);
}

/* `steps` steps, begun anew where the problem's span ends; the seconds they took. */
static double pass(void *self, long steps)
{
    enum { BODIES = 8 };
    runner *r = self;
    hol_pose at[BODIES];
    if (!r->floor) return hol_bench_steps(r->x->s, r->x->z, r->h, span_of(r), steps, &r->status);
    double begin = hol_cpu_seconds();
    r->floor->run(r->h, steps, at);
    return hol_cpu_seconds() - begin;
}

static void measure(const bench_sheet *b, runner *r, cost *c)
{
    c->step = hol_bench(pass, r, bench_sample(b, sample_seconds));
    if (r->status) hol_say(&c->refused, "%s", hol_status_name(r->status));
}

/* formulation NULL: the method's own. */
static bool prepare(const hol_problem *problem, const hol_method *method, const char *formulation,
                    double h, hol_result *run, cost *c)
{
    hol_case one = hol_case_of(problem, method);
    one.formulation = formulation;
    one.h = h;
    one.until = h;
    one.repeats = 0;
    hol_outcome outcome = hol_run(&one, run);
    if (outcome != HOL_RAN || run->status) return hol_wrong(&c->refused, "%s", run->message.text);
    snprintf(c->formulation, sizeof c->formulation, "%s", run->x->sys->formulation);
    return true;
}

static void against_floor(bench_sheet *b, const hol_floor *floor)
{
    cost ours = {0}, theirs = {0};
    hol_refusal why;
    if (!bench_begin(b, floor->problem, floor->method)) return;
    runner r = {.x = hol_floor_library(floor, &why), .h = floor->step};
    runner f = {.floor = floor, .h = floor->step};
    bench_row(b);
    bench_word(b, "problem", bench_width(b, false), floor->problem);
    bench_word(b, "method", 11, floor->method);
    if (r.x) {
        double d = hol_floor_difference(floor, r.x, 100);
        measure(b, &f, &theirs);
        measure(b, &r, &ours);
        bench_number(b, "library", 8, 1, ours.step.ns);
        bench_number(b, "floor", 8, 1, theirs.step.ns);
        bench_number(b, "ratio", 6, 2, ours.step.ns / theirs.step.ns);
        bench_number(b, "difference", 8, -1, d);
        bench_remark(b, "what", floor->what);
    } else {
        bench_remark(b, "refused", why.reason.text);
    }
    bench_row_end(b);
    hol_experiment_close(r.x);
}

enum { METHOD = 19 }; /* width of its column */

static void one_cost(bench_sheet *b, const hol_problem *problem, const hol_method *method,
                     const char *formulation)
{
    cost c = {0};
    hol_result run = {0};
    runner r = {.h = problem->step};
    if (!bench_begin(b, problem->name, method->name)) return;
    bool ready = prepare(problem, method, formulation, problem->step, &run, &c);
    r.x = run.x;
    if (ready) measure(b, &r, &c);
    ready = ready && !r.status;
    if (ready)
        c.outside = hol_bench_outside(r.x->s, r.x->z, r.h, span_of(&r), c.step.ns,
                                      bench_sample(b, sample_seconds));
    bench_row(b);
    if (ready || b->json) {
        bench_word(b, "problem", bench_width(b, false), problem->name);
        bench_word(b, "method", METHOD, method->name);
    }
    if (ready) {
        bench_word(b, "formulation", 7, c.formulation);
        bench_number(b, "ns", 8, 1, c.step.ns);
        if (b->json) bench_number(b, "mean", 8, 1, c.step.mean);
        bench_number(b, "sigma", 7, 1, c.step.sigma);
        bench_number(b, "outside", 8, 1, c.outside);
        if (b->json) bench_number(b, "spread", 8, 1, c.step.spread);
    } else {
        bench_remark(b, "refused", c.refused.text);
    }
    bench_row_end(b);
    hol_result_free(&run);
}

/* ---------------------------------------------------------------- tables */

static void floors(bench_sheet *b)
{
    bench_title(b, "Against floor programs, ns a step, CPU time, least of %d", HOL_BENCH_REPEATS);
    bench_heading(b, "%-*s %-11s %8s %8s %6s %8s", bench_width(b, false), "problem", "method",
                  "library", "floor", "ratio", "differ");
    for (int k = 0; hol_floors[k]; k++) {
        bool wanted = bench_method(b, hol_floors[k]->method);
        for (int i = 0; i < b->problems && wanted; i++)
            if (b->problem[i] == hol_problem_named(hol_floors[k]->problem))
                against_floor(b, hol_floors[k]);
    }
}

static void step_heading(bench_sheet *b, const char *title)
{
    bench_title(b, "%s, at the problem's default step: ns a step, CPU time, of %d samples", title,
                HOL_BENCH_REPEATS);
    bench_heading(b, "%-*s %-*s %-7s %8s %7s %8s", bench_width(b, false), "problem", METHOD,
                  "method", "form", "least", "sigma", "outside");
}

static void steps(bench_sheet *b)
{
    const hol_method *method;
    step_heading(b, "Every method");
    for (int i = 0; i < b->problems; i++)
        for (int k = 0; (method = hol_method_at(k)); k++)
            if (bench_method(b, method->name)) one_cost(b, b->problem[i], method, NULL);
}

/* Every method in every formulation, in one run to be compared. */
static void formulations(bench_sheet *b)
{
    const hol_method *method;
    const hol_formulation *f;
    step_heading(b, "Every method in every formulation");
    for (int i = 0; i < b->problems; i++)
        for (int k = 0; (method = hol_method_at(k)); k++)
            for (int j = 0; (f = hol_formulation_at(j)); j++)
                if (bench_method(b, method->name))
                    one_cost(b, b->problem[i], method, hol_formulation_name(f));
}

static const struct {
    const char *name;
    void (*print)(bench_sheet *);
    bool on_request; /* only */
} tables[] = {{"floors", floors, false},     {"evaluations", bench_evaluations, false},
              {"sizes", bench_sizes, false}, {"ladder", bench_ladder, true},
              {"steps", steps, false},       {"formulations", formulations, true}};
enum { TABLES = sizeof tables / sizeof *tables };

/* ---------------------------------------------------------------- the command line */

typedef struct {
    bench_sheet sheet;
    bool json, quiet;
    cli_set asked; /* for; none: all but those on request */
} arguments;

static const cli_names names = {"unknown table", tables, sizeof *tables, TABLES};

static const cli_option options[] = {
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, CLI_AT(json)},
    {"table", 't', "TABLE",
     "floors, evaluations, sizes, steps, ladder or formulations (the latter two on request only); "
     "again for another",
     cli_some, CLI_AT(asked)},
    {"sample", 0, "SECONDS",
     "least length of one of the 7 timed samples of a figure; default: 0.05, of evaluations 0.01, "
     "of the ladder 0.1",
     cli_above_zero, CLI_AT(sheet.sample)},
    {"quiet", 0, NULL, "no progress", cli_flag, CLI_AT(quiet)},
    {0}};

static const cli_argument taken[] = {{cli_words, CLI_AT(sheet.names)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .words = "[NAME|MODEL.yaml...]",
    .about =
        "What a step costs: the library against hand-written floor programs, and every method on "
        "every problem, with what it spends outside evaluations and linear solves; what one "
        "evaluation of M, f, Phi, G and one acceleration cost, and how "
        "that grows with the number of bodies.  With NAMEs of problems only those, with NAMEs of "
        "methods only those; a model of your own is a problem.\vExamples:\n"
        "  holonomy bench\n"
        "  holonomy bench shake\n"
        "  holonomy bench double-spherical-pendulum shake rattle\n"
        "  holonomy bench --table steps examples/gyrostat.yaml\n"
        "  holonomy bench --table evaluations pendulum\n"
        "  holonomy bench --table sizes ladder\n"
        "  holonomy bench --table ladder\n"
        "  holonomy bench --table formulations gyrostat\n"
        "  holonomy bench --json shake > shake.json\n"};

static bool wanted(const arguments *a, int table)
{
    return a->asked.any ? a->asked.has[table] : !tables[table].on_request;
}

static void print_tables(arguments *a)
{
    hol_json json = {.out = stdout};
    bench_sheet *b = &a->sheet;
    b->json = a->json ? &json : NULL;
    b->counting = true;
    for (int i = 0; i < TABLES; i++)
        if (wanted(a, i)) tables[i].print(b);
    b->counting = false;
    b->bar = cli_bar_of(a->quiet);
    if (a->json) hol_json_open(&json, NULL, '{');
    for (int i = 0; i < TABLES; i++) {
        if (!wanted(a, i)) continue;
        if (a->json) hol_json_open(&json, tables[i].name, '{');
        tables[i].print(b);
        if (a->json) hol_json_close(&json, ']'), hol_json_close(&json, '}');
    }
    if (a->json) hol_json_close(&json, '}');
    cli_bar_end(&b->bar);
}

static int bench(void *arguments_)
{
    arguments *a = arguments_;
    int code = bench_choose(&a->sheet);
    if (!code) {
        print_tables(a);
        code = a->sheet.rows
                   ? cli_finish(HOL_EXIT_OK)
                   : hol_refuse(HOL_EXIT_USAGE, "no table asked for has a row of what is named");
    }
    for (int i = 0; i < a->sheet.problems; i++) cli_problem_free(a->sheet.problem[i]);
    free(a->sheet.problem);
    return code;
}

int cli_bench(int argc, char **argv)
{
    arguments a = {.asked = {.of = &names}};
    return cli_command(&usage, argc, argv, &a, bench);
}
