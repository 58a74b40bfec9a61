/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy reference MODEL.yaml|PROBLEM`: the true motion of a model, derived twice in quadruple
 * precision. */
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/study/derive.h"

typedef struct {
    const char *problem, *output;
    hol_names parameters; /* "name=value" */
    double until;         /* 0: the problem's */
    int digits;
    bool json, quiet;
} arguments;

static bool take_digits(const char *name, const char *word, void *place)
{
    return cli_integer(name, word, 1, HOL_DERIVE_MOST_DIGITS, place);
}

static const cli_option options[] = {
    {"digits", 0, "D", "digits asked for, up to 28 (default 20)", take_digits, CLI_AT(digits)},
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, CLI_AT(json)},
    {"output", 0, "FILE", "the reference (default: NAME.ref here, NAME of the problem)", cli_text,
     CLI_AT(output)},
    {NULL, 'p', "NAME=VALUE", "sets a parameter of the problem", cli_words, CLI_AT(parameters)},
    {"quiet", 0, NULL, "no progress", cli_flag, CLI_AT(quiet)},
    {"until", 0, "T", "end of the motion [s]; default: the problem's", cli_above_zero,
     CLI_AT(until)},
    {0}};

static const cli_argument taken[] = {{cli_text, CLI_AT(problem)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .least = 1,
    .needs = "the reference of which model? holonomy reference PROBLEM|MODEL.yaml",
    .words = "PROBLEM|MODEL.yaml",
    .about =
        "Derives the true motion of a model that has a power series, twice and in quadruple "
        "precision, with series of two degrees and two step controls; what both agree on is "
        "trusted.  It is the motion of the model's numbers as they stand, rounded to doubles, from "
        "a start that satisfies the constraints to all digits.\v"
        "The exit code is 1 where the two agree on fewer digits than were asked for; the file then "
        "says how many.\n\n"
        "Examples:\n"
        "  holonomy reference pendulum --until 2\n"
        "  holonomy reference problems/gyrostat.yaml --digits 25 --output gyrostat.ref\n"
        "  holonomy reference top -p epsilon=0.4 --json\n"};

/* ---------------------------------------------------------------- progress and Ctrl-C */

static volatile sig_atomic_t stop;

static void interrupt(int number)
{
    (void)number;
    stop = 1;
}

typedef struct {
    bool bar;
    int percent;
} progress;

static bool news(void *self, double done)
{
    progress *p = self;
    int percent = (int)(100 * done);
    if (p->bar && percent != p->percent) fprintf(stderr, "\r%3d %%", percent);
    p->percent = percent;
    return !stop;
}

/* ---------------------------------------------------------------- output */

/* The shipped reference of these parameters; NULL: there is none. */
static hol_reference *shipped(const hol_derive_task *task)
{
    hol_message missing = {""}, wrong = {""};
    return hol_reference_for(task->problem, task->par, &missing, &wrong);
}

static void print(const hol_derivation *d, const hol_derive_task *task, const char *path,
                  const hol_reference *ref)
{
    printf("%s: %d times up to %g s: %s\n", task->problem->name, d->rows, task->until, path);
    printf("digits        %d, of %d asked for: the two differ by %.2e\n", d->digits, task->digits,
           d->disagreement);
    for (int k = 0; k < HOL_DERIVATIONS; k++)
        printf("series        degree %d, %ld steps\n", d->degree[k], d->steps[k]);
    if (isnan(d->energy))
        printf("energy        not conserved: forces without a potential\n");
    else
        printf("energy        changes by %.2e\n", d->energy);
    printf("constraints   hold to %.2e\n", d->violation);
    if (ref)
        printf("shipped       %s, %d digits: differs by %.2e\n", ref->path, ref->digits,
               hol_derivation_against(d, ref));
}

static void print_json(const hol_derivation *d, const hol_derive_task *task, const char *path,
                       const hol_reference *ref)
{
    hol_json j = {.out = stdout};
    hol_json_open(&j, NULL, '{');
    hol_json_string(&j, "problem", task->problem->name);
    hol_json_string(&j, "file", path);
    hol_json_number(&j, "until", task->until);
    hol_json_integer(&j, "digits", d->digits);
    hol_json_integer(&j, "digits_asked", task->digits);
    hol_json_number(&j, "disagreement", d->disagreement);
    hol_json_number(&j, "energy", d->energy);
    hol_json_number(&j, "constraints", d->violation);
    hol_json_number(&j, "shipped", ref ? hol_derivation_against(d, ref) : (double)NAN);
    hol_json_close(&j, '}');
}

static int write_out(const arguments *a, const hol_derivation *d, const hol_derive_task *task,
                     const char *path)
{
    int code = d->digits >= task->digits ? HOL_EXIT_OK : HOL_EXIT_FAILED;
    FILE *out = cli_output(path);
    if (!out) return HOL_EXIT_FILE;
    hol_derivation_write(d, task, out);
    code = cli_output_end(out, path, code);
    if (code != HOL_EXIT_OK && code != HOL_EXIT_FAILED) return code;
    hol_reference *ref = shipped(task);
    (a->json ? print_json : print)(d, task, path, ref);
    hol_reference_free(ref);
    return cli_finish(code);
}

static int derive(const arguments *a, const hol_problem *problem)
{
    char path[512];
    hol_message why;
    progress p = {.bar = !a->quiet && isatty(STDERR_FILENO), .percent = -1};
    double *par = cli_parameters(problem, &a->parameters);
    if (!par) return HOL_EXIT_USAGE;
    hol_derive_task task = {.problem = problem,
                            .par = par,
                            .until = a->until > 0 ? a->until : problem->t_end,
                            .digits = a->digits,
                            .news = news,
                            .self = &p};
    snprintf(path, sizeof path, "%s.ref", problem->name);
    signal(SIGINT, interrupt);
    hol_derivation *d = hol_derive(&task, &why);
    if (p.bar) fputs("\r     \r", stderr);
    int code = HOL_EXIT_INTERRUPTED;
    if (d)
        code = write_out(a, d, &task, a->output ? a->output : path);
    else if (!stop) {
        hol_complain("%s", why.text);
        code = HOL_EXIT_INPUT;
    }
    hol_derivation_free(d);
    free(par);
    return code;
}

int cli_reference(int argc, char **argv)
{
    arguments a = {.digits = 20};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    const hol_problem *problem = cli_problem(a.problem);
    int code = problem ? derive(&a, problem) : cli_problem_code(a.problem);
    cli_problem_free(problem);
    hol_names_clear(&a.parameters);
    return code;
}
