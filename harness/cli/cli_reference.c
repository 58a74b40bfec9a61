/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy reference MODEL.yaml|PROBLEM`: the true motion of a model, derived twice in quadruple
 * precision. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/study/agree.h"

enum { BESIDE = 640 }; /* of a path */

typedef struct {
    const char *problem, *output;
    hol_names parameters; /* "name=value" */
    double until;         /* 0: the problem's */
    int digits;
    bool json, quiet, shipped;
} arguments;

static bool take_digits(const char *name, const char *word, void *place)
{
    return cli_integer(name, word, 1, HOL_DERIVE_MOST_DIGITS, place);
}

static const cli_option options[] = {
    {"digits", 0, "D", "digits asked for, up to 28 (default 20)", take_digits, CLI_AT(digits)},
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, CLI_AT(json)},
    {"output", 0, "FILE",
     "the reference (default: NAME.ref beside the model's file; of a shipped problem the cache)",
     cli_text, CLI_AT(output)},
    CLI_PARAMETER,
    {"quiet", 0, NULL, "no progress", cli_flag, CLI_AT(quiet)},
    {"shipped", 0, NULL,
     "every shipped file (of the problem, or of all) beside the series of its problem, by "
     "component",
     cli_flag, CLI_AT(shipped)},
    {"until", 0, "T", "end of the motion [s]; default: the problem's", cli_above_zero,
     CLI_AT(until)},
    {0}};

static const cli_argument taken[] = {{cli_text, CLI_AT(problem)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .words = "[PROBLEM|MODEL.yaml]",
    .about =
        "Derives the true motion of a model that has a power series, twice and in quadruple "
        "precision, with series of two degrees and two step controls; what both agree on is "
        "trusted.  It is the motion of the model's numbers as they stand, rounded to doubles, from "
        "a start that satisfies the constraints to all digits.\v"
        "`run`, `certify` and plans find it there again.  It is kept in $HOLONOMY_CACHE, else "
        "$XDG_CACHE_HOME/holonomy, else ~/.cache/holonomy, with the state from which the next call "
        "goes on, after Ctrl-C too.\n\n"
        "The exit code is 1 where the two agree on fewer digits than were asked for, and the file "
        "says how many, or where the motion cannot be known up to the end.\n\n"
        "Examples:\n"
        "  holonomy reference pendulum --until 2\n"
        "  holonomy reference examples/gyrostat.yaml --digits 25 --output gyrostat.ref\n"
        "  holonomy reference top -p epsilon=0.4 --json\n"
        "  holonomy reference --shipped pendulum\n"};

/* ---------------------------------------------------------------- output */

/* The reference of these parameters that a program of its own made; NULL: there is none. */
static hol_reference *shipped(const hol_derive_task *task)
{
    hol_message missing = {""}, wrong = {""};
    hol_reference *ref = hol_reference_for(task->problem, task->par, &missing, &wrong);
    if (!ref || !ref->model[0]) return ref;
    hol_reference_free(ref);
    return NULL;
}

/* Rows of the file: what is kept may reach beyond the end asked for. */
static int rows_of(const hol_derivation *d, const hol_derive_task *task, const char *path)
{
    int n = d->rows;
    while (path != d->path && n > 1 && d->t[n - 1] > task->until * (1 + 1e-12)) n--;
    return n;
}

static void print(const hol_derivation *d, const hol_derive_task *task, const char *path,
                  const hol_reference *ref)
{
    int rows = rows_of(d, task, path);
    printf("%s: %d times up to %g s: %s\n", task->problem->name, rows, d->t[rows - 1], path);
    printf("digits        %d, of %d asked for: the two differ by %.2e\n", d->digits, task->digits,
           d->disagreement);
    for (int k = 0; k < HOL_DERIVATIONS; k++)
        printf("series        degree %d, %.0f steps\n", d->way[k].degree, d->way[k].steps);
    if (isnan(d->energy))
        printf("energy        not conserved: drives, or forces without a potential\n");
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
    hol_json_number(&j, "until", d->t[rows_of(d, task, path) - 1]);
    hol_json_integer(&j, "digits", d->digits);
    hol_json_integer(&j, "digits_asked", task->digits);
    hol_json_number(&j, "disagreement", d->disagreement);
    hol_json_number(&j, "energy", d->energy);
    hol_json_number(&j, "constraints", d->violation);
    hol_json_number(&j, "shipped", ref ? hol_derivation_against(d, ref) : (double)NAN);
    hol_json_close(&j, '}');
}

static int show(const arguments *a, const hol_derivation *d, const hol_derive_task *task,
                const char *path)
{
    bool reached = !d->ended.text[0] && d->digits >= task->digits;
    hol_reference *ref = shipped(task);
    (a->json ? print_json : print)(d, task, path, ref);
    hol_reference_free(ref);
    if (d->ended.text[0]) hol_complain("%s", d->ended.text);
    return reached ? HOL_EXIT_OK : HOL_EXIT_FAILED;
}

static int write_file(const hol_derivation *d, const hol_derive_task *task, const char *path)
{
    FILE *out = cli_output(path);
    if (!out) return HOL_EXIT_FILE;
    hol_derivation_write(d, task, task->until, out);
    return cli_output_end(out, path, HOL_EXIT_OK);
}

/* The file beside the model's own, "" where another is asked for or there is none. */
static void find_beside(const arguments *a, const hol_problem *problem, char path[BESIDE])
{
    path[0] = '\0';
    if (!a->output && problem->file) hol_reference_beside(problem, path, BESIDE);
}

/* What may be written over: nothing, or what was derived of a model of that name before. */
static bool may_be_written(const hol_problem *problem, const char *path)
{
    hol_message why = {""};
    if (!path[0] || access(path, F_OK) != 0) return true;
    hol_reference *ref = hol_reference_read(path, &why);
    bool own = ref && ref->model[0] && !strcmp(ref->problem, problem->name);
    hol_reference_free(ref);
    if (!own)
        hol_complain("%s is there and was not derived of %s: it is left as it is, --output=FILE "
                     "writes another",
                     path, problem->name);
    return own;
}

/* To the file asked for, else beside the model's own, else where it is kept. */
static int write_out(const arguments *a, const hol_derivation *d, const hol_derive_task *task)
{
    char beside[BESIDE];
    if (d->stopped) {
        hol_complain("%s: interrupted at t = %g s; the same command goes on from there",
                     task->problem->name, d->rows ? d->t[d->rows - 1] : 0.0);
        return HOL_EXIT_INTERRUPTED;
    }
    find_beside(a, task->problem, beside);
    const char *path = a->output ? a->output : beside[0] ? beside : d->path;
    int code = HOL_EXIT_OK;
    if (path != d->path) code = write_file(d, task, path);
    if (!path[0]) code = HOL_EXIT_FILE; /* as was said */
    return code ? code : show(a, d, task, path);
}

/* What is kept reaches beyond the end asked for, and has no row there. */
static bool lacks_row(const hol_derivation *d, double until)
{
    int n = d->rows;
    while (n > 0 && d->t[n - 1] > until + 1e-9) n--;
    return n > 0 && n < d->rows && d->t[n - 1] < until - 1e-9;
}

static int derive(const arguments *a, const hol_problem *problem)
{
    char beside[BESIDE];
    find_beside(a, problem, beside);
    if (!may_be_written(problem, beside)) return HOL_EXIT_FILE;
    double *par = cli_parameters(problem, &a->parameters);
    if (!par) return HOL_EXIT_USAGE;
    hol_derive_task task = {.problem = problem,
                            .par = par,
                            .until = a->until > 0 ? a->until : problem->t_end,
                            .digits = a->digits,
                            .keep = true};
    hol_message why;
    hol_derivation *d = cli_derive(task, a->quiet, &why);
    if (d && lacks_row(d, task.until)) {
        hol_derivation_free(d);
        task.keep = false;
        d = cli_derive(task, a->quiet, &why);
    }
    int code = d ? write_out(a, d, &task) : HOL_EXIT_INPUT;
    if (!d) hol_complain("%s", why.text);
    hol_derivation_free(d);
    free(par);
    return code;
}

/* ---------------------------------------------------------------- the shipped ones */

/* False where a component differs without a reason. */
static bool compare(const hol_problem *problem, const char *file)
{
    hol_agreement of[HOL_DERIVE_KINDS];
    hol_message why = {""};
    char path[512];
    bool good = true;
    if (!hol_reference_find(file, path, sizeof path)) return true;
    if (!cli_derivable(problem, NULL)) {
        printf("%-30s not compared: the problem has no power series\n", file);
        return true;
    }
    if (!hol_agree(problem, path, of, NULL, NULL, &why)) {
        printf("%-30s %s\n", file, why.text);
        return false;
    }
    for (int k = 0; k < HOL_DERIVE_KINDS; k++) {
        printf("%-30s %-16s %8.1e %8.0e %8.1e  %s\n", file, hol_derive_kind[k], of[k].apart,
               of[k].trusted, of[k].moved, hol_agree_name(of[k].verdict));
        good = good && of[k].verdict != HOL_AGREE_DIFFERS;
    }
    fflush(stdout);
    return good;
}

/* Every file of the problem, or of all (NULL). */
static int compare_shipped(const hol_problem *only)
{
    const hol_problem *problem;
    char file[64];
    bool good = true;
    printf("%-30s %-16s %8s %8s %8s\n", "file", "of", "differs", "trusted", "an ulp");
    for (int i = 0; (problem = hol_problem_at(i)); i++)
        for (int k = 0; (!only || only == problem) && hol_reference_file(problem, k, file); k++)
            good = compare(problem, file) && good;
    if (!good) hol_complain("a reference differs from the series by more than its data explain");
    return cli_finish(good ? HOL_EXIT_OK : HOL_EXIT_FAILED);
}

int cli_reference(int argc, char **argv)
{
    arguments a = {.digits = HOL_DERIVE_DIGITS};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    if (a.shipped && !a.problem) return compare_shipped(NULL);
    if (!a.problem) {
        hol_complain("the reference of which model? holonomy reference PROBLEM|MODEL.yaml");
        return HOL_EXIT_USAGE;
    }
    const hol_problem *problem = cli_problem(a.problem);
    int code = !problem    ? cli_problem_code(a.problem)
               : a.shipped ? compare_shipped(problem)
                           : derive(&a, problem);
    cli_problem_free(problem);
    hol_names_clear(&a.parameters);
    return code;
}
