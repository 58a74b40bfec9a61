/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy certify METHOD [PROBLEM...]`: what the method claims, measured, with a verdict for
 * every claim. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_derive.h"
#include "harness/cli/cli_terminal.h"
#include "harness/plan/certify_sweep.h"

typedef struct {
    const char *method, *formulation;
    hol_names problems, options;               /* options: "name=value" */
    bool all, json, quiet, no_derive, verbose; /* all: no problem was named */
} arguments;

static const cli_option options[] = {
    {"formulation", 0, "F", "default: the method's", cli_text, CLI_AT(formulation)},
    CLI_METHOD_OPTION("the method"),
    {"json", 0, NULL, "one object on standard output", cli_flag, CLI_AT(json)},
    {"verbose", 'v', NULL, "every line of every problem, also those without a claim", cli_flag,
     CLI_AT(verbose)},
    {"quiet", 0, NULL, "no progress", cli_flag, CLI_AT(quiet)},
    CLI_NO_DERIVE,
    {0}};

static const cli_usage usage = {
    .options = options,
    .arguments =
        (const cli_argument[]){{cli_text, CLI_AT(method)}, {cli_words, CLI_AT(problems)}, {0}},
    .least = 1,
    .needs = "certify which method? holonomy certify METHOD [PROBLEM...]",
    .words = "METHOD [PROBLEM...]",
    .about =
        "Measures every claim of a method on the problems named, or on all but the models of "
        "problems/: orders against the reference, the power of h of an error estimate, invariants "
        "and the law of their drift, symmetry, reversibility and symplecticity of a step, the "
        "largest stable step and the cost of one.\v"
        "An order is not visible where round-off hides it, or a motion too small; it must be on "
        "some problem.  The exit code is 1 where a claim does not hold, or is visible on no "
        "problem at all.\n\n"
        "Examples:\n"
        "  holonomy certify shake double-spherical-pendulum --verbose\n"
        "  holonomy certify dvp -o lagrangian=left rigid-body pendulum\n"
        "  holonomy certify mk4 --json > mk4.json\n"};

/* ---------------------------------------------------------------- output */

static bool is_claim(const hol_certificate_line *line)
{
    return line->verdict != HOL_CERTIFIED_NO_CLAIM && line->verdict != HOL_CERTIFIED_NOT_MEASURED;
}

/* "9 claims hold, 1 not visible": how many lines have which verdict. */
static void print_verdict(const hol_certificate *c)
{
    int of[HOL_CERTIFIED_VERDICTS] = {0};
    for (int i = 0; i < c->lines; i++) of[c->line[i].verdict]++;
    int holds = of[HOL_CERTIFIED_HOLDS], fails = of[HOL_CERTIFIED_FAILS];
    if (fails) printf("%d claim%s, ", fails, fails == 1 ? " FAILS" : "s FAIL");
    printf("%d claim%s", holds, holds == 1 ? " holds" : "s hold");
    if (of[HOL_CERTIFIED_NOT_VISIBLE]) printf(", %d not visible", of[HOL_CERTIFIED_NOT_VISIBLE]);
    putchar('\n');
}

/* Columns of the verdicts that are printed. */
static int verdict_width(const hol_certificate *c, bool all)
{
    int most = 0;
    for (int i = 0; i < c->lines; i++) {
        int width = (int)strlen(hol_certified_name(c->line[i].verdict));
        if ((all || is_claim(&c->line[i])) && width > most) most = width;
    }
    return most;
}

/* What was measured besides, by its names. */
static void print_others(const hol_certificate *c)
{
    hol_text t;
    int count = 0;
    hol_text_begin(&t);
    for (int i = 0; i < c->lines; i++)
        if (!is_claim(&c->line[i])) fprintf(t.out, "%s%s", count++ ? ", " : "", c->line[i].what);
    char *names = hol_text_end(&t);
    if (count) cli_fold(stdout, printf("without a claim (--verbose): "), 2, names);
    free(names);
}

/* The result first; then of what is claimed, or of everything, a line with its verdict, folded
 * where that is too long. */
static void print(const hol_method *method, const hol_problem *problem, const char *formulation,
                  const hol_certificate *c, bool all)
{
    static const char order[] = "order of ";
    bool orders = false;
    int width = verdict_width(c, all);
    printf("%s on %s in %s\n", method->name, problem->name, formulation);
    print_verdict(c);
    for (const hol_certificate_line *line = c->line; line < c->line + c->lines; line++) {
        const char *what = line->what;
        bool is_order = !strncmp(what, order, strlen(order));
        if (!all && !is_claim(line)) continue;
        if (is_order && !orders)
            printf("%-*s %-21s %-7s slope, spread, number of h, h [s]\n", width, "", "order of",
                   "");
        orders = is_order;
        int used = printf("%-*s %-21s %-7s ", width, hol_certified_name(line->verdict),
                          what + (is_order ? strlen(order) : 0), line->claim);
        cli_fold(stdout, used, used, line->measured);
    }
    if (!all) print_others(c);
    printf("\n");
}

static void write_json(hol_json *j, const hol_problem *problem, const char *formulation,
                       const hol_certificate *c)
{
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "problem", problem->name);
    hol_json_string(j, "formulation", formulation);
    hol_json_integer(j, "failed", c->failed);
    hol_json_open(j, "claims", '[');
    for (const hol_certificate_line *line = c->line; line < c->line + c->lines; line++) {
        hol_json_open(j, NULL, '{');
        hol_json_string(j, "what", line->what);
        hol_json_string(j, "claim", line->claim);
        hol_json_string(j, "measured", line->measured);
        hol_json_number(j, "value", line->value);
        hol_json_string(j, "verdict", hol_certified_name(line->verdict));
        hol_json_close(j, '}');
    }
    hol_json_close(j, ']');
    hol_json_close(j, '}');
}

static void write_refusal(hol_json *j, const hol_problem *problem, const hol_message *why)
{
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "problem", problem->name);
    hol_json_string(j, "not applicable", why->text);
    hol_json_close(j, '}');
}

/* ---------------------------------------------------------------- the command */

typedef struct {
    const arguments *a;
    const hol_method *method;
    const double *opt;
    hol_json *json; /* NULL: a table */
    cli_bar bar;
    int certified, failed;
    hol_certificate seen; /* of each line the best verdict, by its name */
} work;

/* A claim that one problem hides may be seen on another. */
static void remember(hol_certificate *seen, const hol_certificate *c)
{
    for (int i = 0; i < c->lines; i++) {
        int k = 0;
        while (k < seen->lines && strcmp(seen->line[k].what, c->line[i].what)) k++;
        if (k == HOL_CERTIFICATE_LINES) continue;
        if (k == seen->lines) seen->line[seen->lines++] = c->line[i];
        if (seen->line[k].verdict == HOL_CERTIFIED_NOT_VISIBLE) seen->line[k] = c->line[i];
    }
}

/* The claims that no problem showed are told; their number. */
static int unseen(const work *w)
{
    int count = 0;
    for (int k = 0; k < w->seen.lines; k++) {
        if (w->seen.line[k].verdict != HOL_CERTIFIED_NOT_VISIBLE) continue;
        hol_complain("%s: %s is visible on none of these problems", w->method->name,
                     w->seen.line[k].what);
        count++;
    }
    return count;
}

static int certify(work *w, const hol_problem *problem)
{
    const cli_motion motion = {problem, NULL, hol_certify_until(problem), false};
    int known = w->a->no_derive ? HOL_EXIT_OK : cli_know(&motion);
    if (known) return known;
    hol_certificate certificate;
    hol_refusal refusal;
    hol_message why;
    char formulation[16];
    hol_case c = hol_case_of(problem, w->method);
    c.formulation = w->a->formulation;
    c.options = w->opt;
    hol_outcome outcome = hol_certify_case(&c, &certificate, formulation, &refusal);
    bool told = outcome == HOL_RAN || outcome == HOL_UNFIT || outcome == HOL_REFUSED;
    hol_refusal_text(&refusal, &why);
    cli_bar_end(&w->bar);
    if (outcome == HOL_RAN) {
        w->certified++;
        w->failed += certificate.failed;
        remember(&w->seen, &certificate);
        if (w->json)
            write_json(w->json, problem, formulation, &certificate);
        else
            print(w->method, problem, formulation, &certificate, w->a->verbose);
    } else if (w->json)
        write_refusal(w->json, problem, &why);
    else if (told)
        cli_fold(stdout, 0, 2, why.text), puts("");
    fflush(stdout);
    return told ? HOL_EXIT_OK : hol_refuse(HOL_EXIT_INPUT, "%s", why.text);
}

static int certify_all(work *w, const hol_problem *const problem[], int count)
{
    int code = HOL_EXIT_OK;
    hol_json json = {.out = stdout};
    if (w->a->json) {
        w->json = &json;
        hol_json_open(&json, NULL, '{');
        hol_json_string(&json, "method", w->method->name);
        hol_json_open(&json, "certificates", '[');
    }
    w->bar = cli_bar_of(w->a->quiet);
    for (int i = 0; i < count && !code; i++) {
        cli_bar_put(&w->bar, (double)i / count, "%d of %d: %s on %s", i + 1, count, w->method->name,
                    problem[i]->name);
        code = certify(w, problem[i]);
    }
    if (w->json) {
        hol_json_close(&json, ']');
        hol_json_close(&json, '}');
    }
    if (code) return code;
    if (!w->certified)
        return hol_refuse(HOL_EXIT_USAGE, "%s steps none of these problems", w->method->name);
    if (w->failed) hol_complain("%d claims of %s do not hold", w->failed, w->method->name);
    bool unmeasured = unseen(w) > 0 && w->a->all; /* the user's choice need not show all */
    return w->failed || unmeasured ? HOL_EXIT_FAILED : HOL_EXIT_OK;
}

/* The exit code of the first problem that is none, after a message. */
static int open_problems(const hol_names *name, const hol_problem *problem[])
{
    int code = HOL_EXIT_OK;
    for (int i = 0; i < name->count && !code; i++)
        if (!(problem[i] = cli_problem(name->of[i]))) code = cli_problem_code(name->of[i]);
    return code;
}

static int certify_method(void *arguments_)
{
    arguments *a = arguments_;
    const hol_method *method = cli_method(a->method);
    if (!method || (a->formulation && !cli_known_formulation(a->formulation)))
        return HOL_EXIT_USAGE;
    a->all = !a->problems.count;
    if (a->all) hol_names_of_core_problems(&a->problems);
    const hol_problem **problem = hol_new(a->problems.count, sizeof *problem);
    double *opt = NULL;
    int code = open_problems(&a->problems, problem);
    if (!code && !(opt = cli_method_options(method, &a->options))) code = HOL_EXIT_USAGE;
    work w = {.a = a, .method = method, .opt = opt};
    if (!code) code = certify_all(&w, problem, a->problems.count);
    for (int i = 0; i < a->problems.count; i++) cli_problem_free(problem[i]);
    free(problem);
    free(opt);
    return cli_finish(code);
}

int cli_certify(int argc, char **argv)
{
    arguments a = {0};
    return cli_command(&usage, argc, argv, &a, certify_method);
}
