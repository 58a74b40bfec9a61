/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy bench: what a step costs, the library against the floor programs and every method on
 * every problem; and what the evaluations of a system cost (cli_bench_system.c). */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli_bench.h"
#include "harness/memory.h"
#include "tests/bench/floor.h"

static const double sample_seconds = 0.05; /* length of one timed sample */

typedef struct {
    hol_cost step;
    char formulation[16];
    hol_message refused; /* why there is no figure */
} cost;

typedef struct { /* a method ready to step, or a floor */
    const hol_floor *floor;
    hol_result *run; /* realised and started by hol_run over no time at all */
    double h;
    hol_status status;
} runner;

/* `steps` steps, begun anew where the problem's span ends; the seconds they took. */
static double pass(void *self, long steps)
{
    runner *r = self;
    double begin = hol_bench_clock(), at[64], seconds = 0;
    if (r->floor) {
        r->floor->run(r->h, steps, at);
        return hol_bench_clock() - begin;
    }
    hol_stepper *s = r->run->stepper;
    hol_state *z = r->run->z;
    long span = (long)(r->run->problem->t_end / r->h);
    for (long done = 0; done < steps && !r->status; done += span) {
        r->status = hol_start(s, 0, r->h, NULL, z);
        begin = hol_bench_clock();
        for (long n = 0; n < span && done + n < steps && !r->status; n++) {
            z->t = (double)n * r->h;
            r->status = hol_step(s, r->h, z);
        }
        seconds += hol_bench_clock() - begin;
    }
    return r->status ? (double)NAN : seconds;
}

static void measure(runner *r, cost *c)
{
    c->step = hol_bench(pass, r, sample_seconds);
    if (r->status) hol_say(&c->refused, "%s", hol_status_name(r->status));
}

static double largest_difference(runner *library, runner *floor, long steps)
{
    double at[64], d = 0;
    floor->floor->run(floor->h, steps, at);
    pass(library, steps);
    int nb = library->run->sys->nb;
    hol_pose *pose = hol_new(nb, sizeof *pose);
    library->run->sys->poses(library->run->sys, library->run->z->q, library->run->z->v, pose);
    for (int b = 0; b < nb; b++)
        for (int k = 0; k < 3; k++) d = fmax(d, fabs(pose[b].r[k] - at[3 * b + k]));
    free(pose);
    return d;
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
    if (outcome != HOL_RAN || run->status) {
        hol_say(&c->refused, "%s", run->message.text);
        return false;
    }
    snprintf(c->formulation, sizeof c->formulation, "%s", run->sys->formulation);
    return true;
}

static void against_floor(const hol_floor *floor)
{
    cost ours = {0}, theirs = {0};
    hol_result run = {0};
    runner r = {.run = &run, .h = floor->step}, f = {.floor = floor, .h = floor->step};
    if (prepare(hol_problem_named(floor->problem), hol_method_named(floor->method), NULL,
                floor->step, &run, &ours)) {
        double d = largest_difference(&r, &f, 100);
        measure(&f, &theirs);
        measure(&r, &ours);
        printf("%-26s %-8s %9.1f %9.1f %7.2f   %.1e   %s\n", floor->problem, floor->method,
               ours.step.ns, theirs.step.ns, ours.step.ns / theirs.step.ns, d, floor->what);
    } else {
        printf("%-26s %-8s %s\n", floor->problem, floor->method, ours.refused.text);
    }
    hol_result_free(&run);
}

static void one_cost(const hol_problem *problem, const hol_method *method, const char *formulation)
{
    cost c = {0};
    hol_result run = {0};
    runner r = {.run = &run, .h = problem->step};
    bool ready = prepare(problem, method, formulation, problem->step, &run, &c);
    if (ready) measure(&r, &c);
    if (ready && !r.status)
        printf("%-26s %-18s %-12s %10.1f %8.1f\n", problem->name, method->name, c.formulation,
               c.step.ns, c.step.spread);
    else
        printf("%-26s %-18s %s\n", problem->name, method->name, c.refused.text);
    hol_result_free(&run);
}

bool bench_wanted(const hol_names *names, const char *a, const char *b)
{
    return !names->count || hol_names_place(names, a) >= 0 || hol_names_place(names, b) >= 0;
}

/* False after a message where one of the names is neither a problem's nor a method's. */
static bool known(const hol_names *names)
{
    hol_names all = {0};
    const char *unknown = NULL;
    hol_names_of_problems(&all);
    hol_names_of_methods(&all);
    for (int i = 0; i < names->count && !unknown; i++)
        if (hol_names_place(&all, names->of[i]) < 0) unknown = names->of[i];
    if (unknown)
        cli_say("no problem or method is named '%s'%s", unknown,
                cli_did_you_mean(unknown, all.of, all.count).text);
    hol_names_clear(&all);
    return !unknown;
}

/* ---------------------------------------------------------------- tables */

static void floors(const hol_names *names)
{
    printf("Against floor programs, ns a step, CPU time, least of %d\n", HOL_BENCH_REPEATS);
    printf("%-26s %-8s %9s %9s %7s   %-7s   %s\n", "problem", "method", "library", "floor", "ratio",
           "|dr| m", "floor program");
    for (int k = 0; hol_floors[k]; k++)
        if (bench_wanted(names, hol_floors[k]->problem, hol_floors[k]->method))
            against_floor(hol_floors[k]);
}

static void step_heading(void)
{
    printf("%-26s %-18s %-12s %10s %8s\n", "problem", "method", "formulation", "ns a step",
           "spread");
}

static void steps(const hol_names *names)
{
    const hol_problem *problem;
    const hol_method *method;
    printf("Every method, at the problem's default step\n");
    step_heading();
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (int k = 0; (method = hol_method_at(k)); k++)
            if (bench_wanted(names, problem->name, method->name)) one_cost(problem, method, NULL);
}

/* Every method in every formulation, in one run to be compared. */
static void formulations(const hol_names *names)
{
    const hol_problem *problem;
    const hol_method *method;
    const hol_formulation *f;
    printf("Every method in every formulation, at the problem's default step\n");
    step_heading();
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (int k = 0; (method = hol_method_at(k)); k++)
            for (int j = 0; (f = hol_formulation_at(j)); j++)
                if (bench_wanted(names, problem->name, method->name))
                    one_cost(problem, method, hol_formulation_name(f));
}

static const struct {
    const char *name;
    void (*print)(const hol_names *);
    bool on_request; /* only */
} tables[] = {{"floors", floors, false},     {"evaluations", bench_evaluations, false},
              {"sizes", bench_sizes, false}, {"ladder", bench_ladder, true},
              {"steps", steps, false},       {"formulations", formulations, true}};
enum { TABLES = sizeof tables / sizeof *tables };

/* ---------------------------------------------------------------- the command line */

typedef struct {
    hol_names names;
    bool asked[TABLES + 1]; /* for; the last: any table, else all but those on request */
} arguments;

static bool take_table(const char *name, const char *word, void *place)
{
    bool *asked = place;
    (void)name;
    int k = cli_pick("unknown table", word, tables, sizeof *tables, TABLES);
    if (k >= 0) asked[k] = asked[TABLES] = true;
    return k >= 0;
}

static const cli_option options[] = {
    {"table", 't', "TABLE",
     "floors, evaluations, sizes, steps or, on request only, ladder, formulations; again for "
     "another",
     take_table, offsetof(arguments, asked)},
    {0}};

static const cli_argument taken[] = {{cli_words, offsetof(arguments, names), true}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .words = "[NAME...]",
    .about =
        "What a step costs: the library against hand-written floor programs, and every method on "
        "every problem; what one evaluation of M, f, Phi, G and one acceleration cost, and how "
        "that grows with the number of bodies.  With NAMEs: only those problems and "
        "methods.\vExamples:\n"
        "  holonomy bench\n"
        "  holonomy bench shake\n"
        "  holonomy bench double-spherical-pendulum\n"
        "  holonomy bench --table evaluations pendulum\n"
        "  holonomy bench --table sizes ladder\n"
        "  holonomy bench --table ladder\n"
        "  holonomy bench --table formulations gyrostat\n"};

static void print_tables(const arguments *a)
{
    for (int i = 0, printed = 0; i < TABLES; i++) {
        if (a->asked[TABLES] ? !a->asked[i] : tables[i].on_request) continue;
        if (printed++) printf("\n");
        tables[i].print(&a->names);
    }
}

int cli_bench(int argc, char **argv)
{
    arguments a = {0};
    bool good = cli_parse(&usage, argc, argv, &a) && known(&a.names);
    if (good) print_tables(&a);
    hol_names_clear(&a.names);
    return good ? cli_finish(HOL_EXIT_OK) : HOL_EXIT_USAGE;
}
