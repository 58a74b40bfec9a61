/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy bench: what a step costs, the library against the floor programs and every method on
 * every problem; and what the evaluations of a system cost (cli_bench_system.c). */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/cli/cli_bench.h"
#include "harness/study/floors/floor.h"
#include "holonomy/memory.h"

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
    double begin = hol_cpu_seconds(), at[64];
    if (!r->floor)
        return hol_bench_steps(r->run->x->s, r->run->x->z, r->h,
                               (long)(r->run->problem->t_end / r->h), steps, &r->status);
    r->floor->run(r->h, steps, at);
    return hol_cpu_seconds() - begin;
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
    int nb = library->run->x->sys->nb;
    hol_pose *pose = hol_new(nb, sizeof *pose);
    hol_poses(library->run->x->sys, library->run->x->z->q, library->run->x->z->v, pose);
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
    snprintf(c->formulation, sizeof c->formulation, "%s", run->x->sys->formulation);
    return true;
}

static void against_floor(bench_sheet *b, const hol_floor *floor)
{
    cost ours = {0}, theirs = {0};
    hol_result run = {0};
    runner r = {.run = &run, .h = floor->step}, f = {.floor = floor, .h = floor->step};
    bench_row(b);
    bench_word(b, "problem", 26, floor->problem);
    bench_word(b, "method", 8, floor->method);
    if (prepare(hol_problem_named(floor->problem), hol_method_named(floor->method), NULL,
                floor->step, &run, &ours)) {
        double d = largest_difference(&r, &f, 100);
        measure(&f, &theirs);
        measure(&r, &ours);
        bench_number(b, "library", 9, 1, ours.step.ns);
        bench_number(b, "floor", 9, 1, theirs.step.ns);
        bench_number(b, "ratio", 7, 2, ours.step.ns / theirs.step.ns);
        bench_number(b, "difference", 9, -1, d);
        bench_word(b, "what", 0, floor->what);
    } else {
        bench_word(b, "refused", 0, ours.refused.text);
    }
    bench_row_end(b);
    hol_result_free(&run);
}

static void one_cost(bench_sheet *b, const hol_problem *problem, const hol_method *method,
                     const char *formulation)
{
    cost c = {0};
    hol_result run = {0};
    runner r = {.run = &run, .h = problem->step};
    bool ready = prepare(problem, method, formulation, problem->step, &run, &c);
    if (ready) measure(&r, &c);
    bench_row(b);
    bench_word(b, "problem", 26, problem->name);
    bench_word(b, "method", 21, method->name);
    if (ready && !r.status) {
        bench_word(b, "formulation", 12, c.formulation);
        bench_number(b, "ns", 10, 1, c.step.ns);
        bench_number(b, "spread", 8, 1, c.step.spread);
    } else {
        bench_word(b, "refused", 0, c.refused.text);
    }
    bench_row_end(b);
    hol_result_free(&run);
}

bool bench_wanted(const bench_sheet *b, const char *x, const char *y)
{
    return !b->names.count || hol_names_place(&b->names, x) >= 0 ||
           hol_names_place(&b->names, y) >= 0;
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
        hol_complain("no problem or method is named '%s'%s", unknown,
                     hol_did_you_mean(unknown, all.of, all.count).text);
    hol_names_clear(&all);
    return !unknown;
}

/* ---------------------------------------------------------------- text or JSON */

void bench_title(bench_sheet *b, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!b->json) {
        puts(text);
        return;
    }
    hol_json_string(b->json, "title", text);
    hol_json_open(b->json, "rows", '[');
}

void bench_heading(const bench_sheet *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!b->json) vprintf(format, arguments);
    va_end(arguments);
}

void bench_row(bench_sheet *b)
{
    b->column = 0;
    if (b->json) hol_json_open(b->json, NULL, '{');
}

void bench_word(bench_sheet *b, const char *name, int width, const char *word)
{
    if (b->json)
        hol_json_string(b->json, name, word);
    else
        printf("%s%-*s", b->column++ ? " " : "", width, word);
}

void bench_number(bench_sheet *b, const char *name, int width, int decimals, double x)
{
    if (b->json)
        hol_json_number(b->json, name, x);
    else if (isnan(x))
        printf("%s%*s", b->column++ ? " " : "", width, "-");
    else
        printf(decimals < 0 ? "%s%*.*e" : "%s%*.*f", b->column++ ? " " : "", width, abs(decimals),
               x);
    fflush(stdout);
}

void bench_row_end(bench_sheet *b)
{
    if (b->json)
        hol_json_close(b->json, '}');
    else
        puts("");
}

/* ---------------------------------------------------------------- tables */

static void floors(bench_sheet *b)
{
    bench_title(b, "Against floor programs, ns a step, CPU time, least of %d", HOL_BENCH_REPEATS);
    bench_heading(b, "%-26s %-8s %9s %9s %7s %9s %s\n", "problem", "method", "library", "floor",
                  "ratio", "|dr| m", "floor program");
    for (int k = 0; hol_floors[k]; k++)
        if (bench_wanted(b, hol_floors[k]->problem, hol_floors[k]->method))
            against_floor(b, hol_floors[k]);
}

static void step_heading(bench_sheet *b, const char *title)
{
    bench_title(b, "%s, at the problem's default step", title);
    bench_heading(b, "%-26s %-21s %-12s %10s %8s\n", "problem", "method", "formulation",
                  "ns a step", "spread");
}

static void steps(bench_sheet *b)
{
    const hol_problem *problem;
    const hol_method *method;
    step_heading(b, "Every method");
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (int k = 0; (method = hol_method_at(k)); k++)
            if (bench_wanted(b, problem->name, method->name)) one_cost(b, problem, method, NULL);
}

/* Every method in every formulation, in one run to be compared. */
static void formulations(bench_sheet *b)
{
    const hol_problem *problem;
    const hol_method *method;
    const hol_formulation *f;
    step_heading(b, "Every method in every formulation");
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (int k = 0; (method = hol_method_at(k)); k++)
            for (int j = 0; (f = hol_formulation_at(j)); j++)
                if (bench_wanted(b, problem->name, method->name))
                    one_cost(b, problem, method, hol_formulation_name(f));
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
    bool json;
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
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, CLI_AT(json)},
    {"table", 't', "TABLE",
     "floors, evaluations, sizes, steps or, on request only, ladder, formulations; again for "
     "another",
     take_table, CLI_AT(asked)},
    {0}};

static const cli_argument taken[] = {{cli_words, CLI_AT(sheet.names)}, {0}};

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
        "  holonomy bench --table formulations gyrostat\n"
        "  holonomy bench --json shake > shake.json\n"};

static void print_tables(arguments *a)
{
    hol_json json = {.out = stdout};
    a->sheet.json = a->json ? &json : NULL;
    if (a->json) hol_json_open(&json, NULL, '{');
    for (int i = 0, printed = 0; i < TABLES; i++) {
        if (a->asked[TABLES] ? !a->asked[i] : tables[i].on_request) continue;
        if (a->json)
            hol_json_open(&json, tables[i].name, '{');
        else if (printed++)
            puts("");
        tables[i].print(&a->sheet);
        if (a->json) hol_json_close(&json, ']'), hol_json_close(&json, '}');
    }
    if (a->json) hol_json_close(&json, '}');
}

int cli_bench(int argc, char **argv)
{
    arguments a = {0};
    bool good = cli_parse(&usage, argc, argv, &a) && known(&a.sheet.names);
    if (good) print_tables(&a);
    hol_names_clear(&a.sheet.names);
    return good ? cli_finish(HOL_EXIT_OK) : HOL_EXIT_USAGE;
}
