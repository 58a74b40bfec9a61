/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy reference MODEL.yaml|PROBLEM`: the true motion of a model, derived in several ways. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_terminal.h"
#include "harness/study/agree.h"

enum { BESIDE = 640 }; /* of a path */

typedef struct {
    const char *problem, *output;
    hol_names parameters;  /* "name=value" */
    const hol_deriver *by; /* NULL: the first that derives it */
    double until;          /* 0: the problem's */
    cli_count digits;      /* 0: the deriver's */
    bool json, quiet, shipped;
} arguments;

static bool take_deriver(const char *name, const char *word, void *place)
{
    const char *all[8];
    int count = 0;
    (void)name;
    while (hol_deriver_at(count)) all[count] = hol_deriver_at(count)->name, count++;
    int k = cli_pick("--by: unknown deriver", word, all, sizeof *all, count);
    if (k >= 0) *(const hol_deriver **)place = hol_deriver_at(k);
    return k >= 0;
}

static const cli_option options[] = {
    {"by", 0, "DERIVER",
     "series or mexax; power series in quadruple precision, the default where the model has them, "
     "or extrapolation in double precision",
     take_deriver, CLI_AT(by)},
    {"digits", 0, "D", "digits asked for, up to 28 (default 20), by mexax up to 13 (default 6)",
     cli_counted, CLI_AT(digits)},
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, CLI_AT(json)},
    {"output", 0, "FILE",
     "the reference (default: NAME.ref beside the model's file; of a shipped problem the cache)",
     cli_file, CLI_AT(output)},
    CLI_PARAMETER,
    {"quiet", 0, NULL, "no progress", cli_flag, CLI_AT(quiet)},
    {"shipped", 0, NULL,
     "every shipped file (of the problem, or of all) beside the series of its problem, by "
     "component",
     cli_flag, CLI_AT(shipped)},
    {"until", 0, "T", "end of the motion [s]; default: the problem's", cli_above_zero,
     CLI_AT(until)},
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(problem)}, {0}},
    .words = "[PROBLEM|MODEL.yaml]",
    .about =
        "Derives the true motion of a model that has a power series, twice and in quadruple "
        "precision, with series of two degrees and two step controls; what both agree on is "
        "trusted.  It is the motion of the model's numbers as they stand, rounded to doubles, from "
        "a start that satisfies the constraints to all digits.  A model whose laws offer no power "
        "series is derived by the method mexax in double precision, in two formulations with two "
        "numbers of columns; what all four agree on, less a margin, is trusted.\v"
        "`run`, `certify` and plans find it there again.  It is kept in $HOLONOMY_CACHE, else "
        "$XDG_CACHE_HOME/holonomy, else ~/.cache/holonomy, with the state from which the next call "
        "goes on, after Ctrl-C too.\n\n"
        "With --by mexax a model that has a power series is derived by both: mexax is a witness, "
        "kept "
        "beside it, and the last lines say on how many digits the two agree.\n\n"
        "The exit code is 1 where they agree on fewer digits than were asked for, and the file "
        "says how many, or where the motion cannot be known up to the end.\n\n"
        "Examples:\n"
        "  holonomy reference pendulum --until 2\n"
        "  holonomy reference examples/gyrostat.yaml --digits 25 --output gyrostat.ref\n"
        "  holonomy reference top -p epsilon=0.4 --json\n"
        "  holonomy reference pendulum --by mexax --until 2\n"
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

/* What is shown of a derivation. */
typedef struct {
    const hol_derivation *d;
    const hol_derive_task *task;
    const char *path;
    const hol_reference *ref;    /* shipped; NULL: none */
    const hol_derivation *first; /* what d is a witness of; NULL: none */
} shown;

static void print(const shown *x)
{
    const hol_derivation *d = x->d;
    int rows = rows_of(d, x->task, x->path);
    printf("%s: %d times up to %g s: %s\n", x->task->problem->name, rows, d->t[rows - 1], x->path);
    printf("digits        %d, of %d asked for: the %s differ by %.2e\n", d->digits, d->asked,
           d->by->ways > 2 ? "ways" : "two", d->disagreement);
    for (int k = 0; k < d->by->ways; k++)
        printf("%-13s %s, %.0f steps\n", d->by->name, d->way[k].text, d->way[k].steps);
    if (isnan(d->energy))
        printf("energy        not conserved: drives, or forces without a potential\n");
    else
        printf("energy        changes by %.2e\n", d->energy);
    printf("constraints   hold to %.2e\n", d->violation);
    if (x->ref)
        printf("shipped       %s, %d digits: differs by %.2e\n", x->ref->path, x->ref->digits,
               hol_derivation_against(d, x->ref));
    if (!x->first) return;
    double apart = hol_derivation_beside(d, x->first);
    printf("witness       of %s, %d digits: both agree on %d, they differ by %.2e\n",
           x->first->by->words, x->first->digits, hol_derive_digits(apart), apart);
}

static void print_json(const shown *x)
{
    const hol_derivation *d = x->d;
    hol_json j = hol_json_begin(stdout);
    hol_json_string(&j, "problem", x->task->problem->name);
    hol_json_string(&j, "file", x->path);
    hol_json_string(&j, "by", d->by->name);
    hol_json_number(&j, "until", d->t[rows_of(d, x->task, x->path) - 1]);
    hol_json_integer(&j, "digits", d->digits);
    hol_json_integer(&j, "digits_asked", d->asked);
    hol_json_number(&j, "disagreement", d->disagreement);
    hol_json_number(&j, "energy", d->energy);
    hol_json_number(&j, "constraints", d->violation);
    hol_json_number(&j, "shipped", x->ref ? hol_derivation_against(d, x->ref) : (double)NAN);
    if (x->first) {
        double apart = hol_derivation_beside(d, x->first);
        hol_json_string(&j, "witness_of", x->first->by->name);
        hol_json_integer(&j, "digits_agreed", hol_derive_digits(apart));
        hol_json_number(&j, "differs", apart);
    }
    hol_json_end(&j);
}

static int show(const arguments *a, const shown *x)
{
    const hol_derivation *d = x->d;
    bool reached = !d->ended.text[0] && d->digits >= d->asked;
    (a->json ? print_json : print)(x);
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

static int interrupted(const hol_derivation *d, const hol_derive_task *task)
{
    return hol_refuse(HOL_EXIT_INTERRUPTED,
                      "%s: interrupted at t = %g s; the same command goes on from there",
                      task->problem->name, d->rows ? d->t[d->rows - 1] : 0.0);
}

/* To the file asked for, else beside the model's own, else where it is kept. */
static int write_out(const arguments *a, const hol_derivation *d, const hol_derive_task *task,
                     const hol_derivation *first)
{
    char beside[BESIDE] = "";
    if (!d->witness) find_beside(a, task->problem, beside);
    const char *path = a->output ? a->output : beside[0] ? beside : d->path;
    int code = HOL_EXIT_OK;
    if (path != d->path) code = write_file(d, task, path);
    if (!path[0]) code = HOL_EXIT_FILE; /* as was said, but for what is not to be kept: */
    if (!path[0] && !task->keep)
        hol_complain(
            "what is kept of %s goes on beyond t = %g s and has no row there: --output=FILE "
            "writes one that ends there",
            task->problem->name, task->until);
    if (code) return code;
    hol_reference *ref = shipped(task);
    code = show(a, &(shown){d, task, path, ref, first});
    hol_reference_free(ref);
    return code;
}

/* What is kept reaches beyond the end asked for, and has no row there. */
static bool lacks_row(const hol_derivation *d, double until)
{
    int n = d->rows;
    while (n > 0 && d->t[n - 1] > until + 1e-9) n--;
    return n > 0 && n < d->rows && d->t[n - 1] < until - 1e-9;
}

/* The motion of the task, to its end; NULL after a message. */
static hol_derivation *derived(hol_derive_task *task, bool quiet)
{
    hol_message why;
    hol_derivation *d = cli_derive(*task, quiet, &why);
    if (d && lacks_row(d, task->until)) {
        hol_derivation_free(d);
        task->keep = false;
        d = cli_derive(*task, quiet, &why);
    }
    if (!d) hol_complain("%s", why.text);
    return d;
}

/* By the deriver asked for, which may be the witness of the first. */
static int derive_task(const arguments *a, hol_derive_task *task)
{
    hol_derivation *d = derived(task, a->quiet), *first = NULL;
    int code = !d ? HOL_EXIT_INPUT : d->stopped ? interrupted(d, task) : HOL_EXIT_OK;
    if (!code && d->witness && cli_deriver(task->problem, task->par)) {
        hol_derive_task other = *task;
        other.by = NULL;
        other.digits = 0;
        first = derived(&other, a->quiet);
        code = !first ? HOL_EXIT_INPUT : first->stopped ? interrupted(first, &other) : HOL_EXIT_OK;
    }
    if (!code) code = write_out(a, d, task, first);
    hol_derivation_free(first);
    hol_derivation_free(d);
    return code;
}

static bool can_be_asked(const arguments *a)
{
    if (!a->by || a->digits.n <= a->by->most) return true;
    return hol_refuse(false, "--digits: %s derives %d digits at most, not %d", a->by->name,
                      a->by->most, a->digits.n);
}

static int derive(const arguments *a, const hol_problem *problem)
{
    char beside[BESIDE];
    if (!can_be_asked(a)) return HOL_EXIT_USAGE;
    double *par = cli_parameters(problem, &a->parameters);
    if (!par) return HOL_EXIT_USAGE;
    find_beside(a, problem, beside);
    bool written = !a->by || a->by == cli_deriver(problem, par);
    if (written && !may_be_written(problem, beside)) {
        free(par);
        return HOL_EXIT_FILE;
    }
    hol_derive_task task = {.problem = problem,
                            .par = par,
                            .by = a->by,
                            .until = a->until > 0 ? a->until : problem->t_end,
                            .digits = a->digits.n,
                            .keep = true};
    int code = derive_task(a, &task);
    free(par);
    return code;
}

/* ---------------------------------------------------------------- the shipped ones */

/* What is not as everywhere: the deriver, the end. */
static void print_reasons(const char *file, const hol_agreements *found)
{
    if (found->by != &hol_by_series)
        printf("%-30s by %s in %s precision: the problem has no power series\n", file,
               found->by->words, found->by->precision);
    if (found->ended.text[0]) printf("%-30s %s\n", file, found->ended.text);
}

/* False where a component differs without a reason. */
static bool compare(const hol_problem *problem, const char *file)
{
    hol_agreements found;
    hol_message why = {""};
    char path[512];
    bool good = true;
    if (!hol_reference_find(file, path, sizeof path)) {
        printf("%-30s not compared: it is not there\n", file);
        return false;
    }
    if (!hol_agree(problem, path, &found, NULL, NULL, &why)) {
        printf("%-30s %s\n", file, why.text);
        return false;
    }
    print_reasons(file, &found);
    for (int k = 0; k < HOL_DERIVE_KINDS; k++) {
        const hol_agreement *one = &found.of[k];
        cli_cell moved = cli_number("%.1e", one->moved);
        printf("%-30s %-16s %8.1e %8.0e %8s  %s\n", file, hol_derive_kind[k], one->apart,
               one->trusted, moved.text, hol_agree_name(one->verdict));
        good = good && one->verdict != HOL_AGREE_DIFFERS;
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

static int reference(void *arguments_, const hol_problem *problem)
{
    const arguments *a = arguments_;
    if (a->shipped && (a->by || a->output || a->json || a->until > 0 || a->digits.n))
        return hol_refuse(HOL_EXIT_USAGE,
                          "--shipped takes a problem alone: the files have their own "
                          "ends and digits");
    char file[64];
    if (a->shipped && problem && !hol_reference_file(problem, 0, file))
        return hol_refuse(HOL_EXIT_USAGE, "%s has no shipped reference", problem->name);
    if (a->shipped) return compare_shipped(problem);
    if (problem) return derive(a, problem);
    return hol_refuse(HOL_EXIT_USAGE,
                      "the reference of which model? holonomy reference PROBLEM|MODEL.yaml");
}

int cli_reference(int argc, char **argv)
{
    arguments a = {.digits = {1, hol_by_series.most, 0}};
    return cli_command_on(&usage, argc, argv, &a, reference);
}
