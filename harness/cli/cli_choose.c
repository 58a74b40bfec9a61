/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy choose PROBLEM|MODEL.yaml`: which method reaches an error at the least cost. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_signals.h"
#include "harness/study/choose.h"

typedef struct {
    const char *problem;
    hol_names parameters; /* "name=value" */
    double error, span;   /* 0: the problem's span */
    double seconds;       /* of the search */
    cli_chosen keep;      /* -1: not given */
    bool json, quiet, no_derive;
} arguments;

static const char *const kept[] = {"energy"};

static const cli_names keeps = {"--keep takes energy, not", kept, sizeof *kept, 1};

static const cli_option options[] = {
    {"error", 0, "E",
     "of the positions at the end [m], or of orientations where none moves [rad]; "
     "default 1e-6",
     cli_above_zero, CLI_AT(error)},
    {"json", 0, NULL, "prints one object of JSON in place of the table", cli_flag, CLI_AT(json)},
    {"keep", 0, "energy", "only methods that claim to keep the energy, or to bound its error",
     cli_one, CLI_AT(keep)},
    CLI_NO_DERIVE,
    CLI_PARAMETER,
    {"quiet", 0, NULL, "no progress", cli_flag, CLI_AT(quiet)},
    {"seconds", 0, "S", "end the search after about so many [s]; default 45", cli_above_zero,
     CLI_AT(seconds)},
    {"span", 0, "T", "end of the motion [s]; default: the problem's", cli_above_zero, CLI_AT(span)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(problem)}, {0}},
    .least = 1,
    .needs = "choose a method for which problem? holonomy choose PROBLEM|MODEL.yaml",
    .words = "PROBLEM|MODEL.yaml",
    .about =
        "Says which method reaches an error at the least cost: all that fit, in all formulations "
        "that they can step, each at the step or tolerance with which it reaches the error, those "
        "far behind left early.  Then a table of all that reach it, with CPU time, energy and "
        "constraints of that very run.\v"
        "The exit code is 0, 1 where no method reaches the error, 2 where the true motion is not "
        "known, or the error is too small for it, or for doubles, to show.\n\n"
        "Examples:\n"
        "  holonomy choose double-spherical-pendulum --error 1e-6\n"
        "  holonomy choose examples/gyrostat.yaml --span 2\n"
        "  holonomy choose pendulum --error 1e-4 --keep energy --json\n"};

/* ---------------------------------------------------------------- progress and Ctrl-C */

static bool news(void *self, int settled, int all)
{
    int *shown = self;
    if (shown && settled != *shown) {
        fprintf(stderr, "\r%d of %d\033[K", settled, all);
        *shown = settled;
    }
    return !cli_stop;
}

/* ---------------------------------------------------------------- output */

static const char *how(const hol_candidate *c)
{
    return c->adaptive ? "rtol" : "h";
}

static void answer(const hol_choose_task *task, const hol_choices *found)
{
    const hol_candidate *first = found->of, *other = NULL;
    const char *unit = found->moves ? "m" : "rad";
    for (int i = 1; i < found->count && !other; i++)
        if (found->of[i].method != first->method) other = &found->of[i];
    if (first->end != HOL_CHOICE_REACHED) {
        double least = INFINITY;
        for (int i = 0; i < found->count; i++) least = fmin(least, found->of[i].error);
        if (found->late)
            printf("The %g s of the search were over before a method reached %g %s on %s\n"
                   "in %g s of motion: --seconds gives more.\n",
                   task->seconds, task->error, unit, task->problem->name, task->span);
        else
            printf("No method reaches %g %s on %s in %g s; the least error is %.1e %s.\n",
                   task->error, unit, task->problem->name, task->span, least, unit);
        return;
    }
    printf("%s in %s with %s = %.3g%s reaches %g %s\non %s after %g s of motion in %.3g ms",
           first->method->name, first->formulation, how(first), first->value,
           first->adaptive ? "" : " s", task->error, unit, task->problem->name, task->span,
           1e3 * first->cost);
    if (other && other->end == HOL_CHOICE_REACHED)
        printf(";\n%s in %s takes %.2f times as long", other->method->name, other->formulation,
               other->cost / first->cost);
    puts(".");
}

static void cell(int width, double x)
{
    if (isnan(x))
        printf(" %*s", width, "-");
    else
        printf(" %*.1e", width, x);
}

static void table(const hol_choices *found)
{
    int rest[2] = {0, 0};
    printf("\n%-21s %-8s %-13s %9s %6s %7s %7s\n", "method", "in", "step or rtol", "CPU ms",
           "ratio", "energy", "|Phi|");
    for (const hol_candidate *c = found->of; c < found->of + found->count; c++) {
        char value[24];
        if (c->end != HOL_CHOICE_REACHED) {
            rest[c->end == HOL_CHOICE_NOT_REACHED]++;
            continue;
        }
        snprintf(value, sizeof value, "%s %.2e", how(c), c->value);
        printf("%-21s %-8s %-13s %9.3g %6.2f", c->method->name, c->formulation, value,
               1e3 * c->cost, c->cost / found->of[0].cost);
        cell(7, c->energy);
        cell(7, c->phi);
        puts("");
    }
    if (rest[0])
        printf("%d more are far behind%s", rest[0], found->late ? " or were not followed" : "");
    if (rest[1]) printf("%s%d do not reach it", rest[0] ? ", " : "", rest[1]);
    if (rest[0] || rest[1]) puts(".");
}

static void print_json(const hol_choose_task *task, const hol_choices *found)
{
    hol_json j = hol_json_begin(stdout);
    hol_json_string(&j, "problem", task->problem->name);
    hol_json_number(&j, "error", task->error);
    hol_json_string(&j, "unit", found->moves ? "m" : "rad");
    hol_json_number(&j, "span", task->span);
    hol_json_number(&j, "seconds", found->seconds);
    hol_json_integer(&j, "whole", !found->late);
    hol_json_open(&j, "methods", '[');
    for (const hol_candidate *c = found->of; c < found->of + found->count; c++) {
        hol_json_open(&j, NULL, '{');
        hol_json_string(&j, "method", c->method->name);
        hol_json_string(&j, "formulation", c->formulation);
        hol_json_string(&j, "end", hol_choice_end_name(c->end));
        hol_json_number(&j, how(c), c->value);
        hol_json_number(&j, "cpu_seconds", c->cost);
        hol_json_number(&j, "error", c->error);
        hol_json_number(&j, "energy", c->energy);
        hol_json_number(&j, "phi", c->phi);
        hol_json_number(&j, "gv", c->gv);
        hol_json_close(&j, '}');
    }
    hol_json_end(&j);
}

/* ---------------------------------------------------------------- the command */

static int show(const arguments *a, const hol_choose_task *task, const hol_choices *found)
{
    if (found->stopped)
        return hol_refuse(HOL_EXIT_INTERRUPTED,
                          "interrupted before all methods were tried: none is chosen");
    if (a->json)
        print_json(task, found);
    else {
        answer(task, found);
        table(found);
    }
    if (found->late)
        hol_complain("not all were followed to their end: %g s were over", task->seconds);
    return found->of[0].end == HOL_CHOICE_REACHED ? HOL_EXIT_OK : HOL_EXIT_FAILED;
}

static int search(const arguments *a, hol_choose_task *task)
{
    hol_choices found;
    hol_message why;
    int none = -1, *shown = !a->quiet && isatty(STDERR_FILENO) ? &none : NULL;
    task->news = news;
    task->self = shown;
    cli_heed_stop(NULL);
    bool good = hol_choose(task, &found, &why);
    if (shown) fputs("\r\033[K", stderr);
    if (!good) return hol_refuse(HOL_EXIT_INPUT, "%s", why.text);
    int code = show(a, task, &found);
    hol_choices_free(&found);
    return cli_finish(code);
}

static int choose(void *arguments_, const hol_problem *problem)
{
    const arguments *a = arguments_;
    double *par = cli_parameters(problem, &a->parameters);
    if (!par) return HOL_EXIT_USAGE;
    hol_choose_task task = {.problem = problem,
                            .par = par,
                            .error = a->error,
                            .span = a->span > 0 ? a->span : problem->t_end,
                            .energy = a->keep.at < 0 ? HOL_NOT_KEPT : HOL_BOUNDED,
                            .seconds = a->seconds};
    int code =
        a->no_derive ? HOL_EXIT_OK : cli_know(&(cli_motion){problem, par, task.span, a->quiet});
    if (!code) code = search(a, &task);
    free(par);
    return code;
}

int cli_choose(int argc, char **argv)
{
    arguments a = {.error = 1e-6, .seconds = 45, .keep = {&keeps, -1}};
    return cli_command_on(&usage, argc, argv, &a, choose);
}
