/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy certify METHOD [PROBLEM...]`: what the method claims, measured, with a verdict for
 * every claim. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/json.h"
#include "harness/memory.h"
#include "harness/study/certify_sweep.h"

enum { FORMULATION = 256, JSON, MOST = 64 };

static const struct argp_option options[] = {
    {"formulation", FORMULATION, "F", 0, "natural, euler, lie or own (default: the method's)", 0},
    {NULL, 'o', "NAME=VALUE", 0, "sets an option of the method", 0},
    {"json", JSON, NULL, 0, "one object on standard output", 0},
    {0}};

typedef struct {
    const char *method, *problem[MOST], *option[MOST], *formulation;
    int problems, options;
    bool json;
} arguments;

static error_t name(arguments *a, const char *text)
{
    if (!a->method)
        a->method = text;
    else if (a->problems < MOST)
        a->problem[a->problems++] = text;
    else {
        cli_say("one problem too many: '%s'", text);
        return EINVAL;
    }
    return 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case FORMULATION:
        a->formulation = text;
        return 0;
    case 'o':
        if (a->options < MOST) a->option[a->options++] = text;
        return 0;
    case JSON:
        a->json = true;
        return 0;
    case ARGP_KEY_ARG:
        return name(a, text);
    case ARGP_KEY_END:
        if (a->method) return 0;
        cli_say("certify which method? holonomy certify METHOD [PROBLEM...]");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    "METHOD [PROBLEM...]",
    "Measures every claim of a method on the problems named, or on all: orders against the "
    "reference, invariants and the law of their drift, symmetry, reversibility and symplecticity "
    "of a step, the largest stable step and the cost of one.\v"
    "An order is not visible where round-off hides it, or a motion too small; it must be on some "
    "problem.  The exit code is 1 where a claim does not hold, or is visible on no problem "
    "at all.\n\n"
    "Examples:\n"
    "  holonomy certify shake double-spherical-pendulum\n"
    "  holonomy certify dvp -o lagrangian=left rigid-body pendulum\n"
    "  holonomy certify mk4 --json > mk4.json\n",
    NULL,
    NULL,
    NULL};

/* ---------------------------------------------------------------- output */

static void print(const hol_method *method, const hol_problem *problem, const char *formulation,
                  const hol_certificate *c)
{
    printf("%s on %s in %s\n", method->name, problem->name, formulation);
    for (int i = 0; i < c->lines; i++) {
        const hol_certificate_line *line = &c->line[i];
        printf("  %-32s %-8s %-48s %s\n", line->what, line->claim, line->measured,
               hol_certified_name(line->verdict));
    }
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
    for (int i = 0; i < c->lines; i++) {
        const hol_certificate_line *line = &c->line[i];
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
        cli_say("%s: %s is visible on none of these problems", w->method->name,
                w->seen.line[k].what);
        count++;
    }
    return count;
}

static int certify(work *w, const hol_problem *problem)
{
    hol_certificate certificate;
    hol_message why;
    char formulation[16];
    hol_case c = hol_case_of(problem, w->method);
    c.formulation = w->a->formulation;
    c.options = w->opt;
    hol_outcome outcome = hol_certify_case(&c, &certificate, formulation, &why);
    if (outcome == HOL_RAN) {
        w->certified++;
        w->failed += certificate.failed;
        remember(&w->seen, &certificate);
        if (w->json)
            write_json(w->json, problem, formulation, &certificate);
        else
            print(w->method, problem, formulation, &certificate);
    } else if (w->json)
        write_refusal(w->json, problem, &why);
    else
        printf("%s\n\n", why.text);
    fflush(stdout);
    return outcome == HOL_RAN || outcome == HOL_REFUSED ? HOL_EXIT_OK : HOL_EXIT_INPUT;
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
    for (int i = 0; i < count && !code; i++) code = certify(w, problem[i]);
    if (w->json) {
        hol_json_close(&json, ']');
        hol_json_close(&json, '}');
    }
    if (code) return code;
    if (!w->certified) {
        cli_say("%s steps none of these problems", w->method->name);
        return HOL_EXIT_USAGE;
    }
    if (w->failed) cli_say("%d claims of %s do not hold", w->failed, w->method->name);
    bool unmeasured = unseen(w) > 0 && !w->a->problems; /* the user's choice need not show all */
    return w->failed || unmeasured ? HOL_EXIT_FAILED : HOL_EXIT_OK;
}

int cli_certify(int argc, char **argv)
{
    arguments a = {0};
    const hol_problem *problem[MOST];
    int count = 0, code = HOL_EXIT_USAGE;
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    const hol_method *method = cli_method(a.method);
    if (!method || (a.formulation && !cli_known_formulation(a.formulation))) return HOL_EXIT_USAGE;
    for (int i = 0; i < a.problems; i++) {
        problem[count++] = cli_problem(a.problem[i]);
        if (problem[i]) continue;
        while (--count >= 0) cli_problem_free(problem[count]);
        return cli_problem_code(a.problem[i]);
    }
    for (const hol_problem *p; !a.problems && count < MOST && (p = hol_problem_at(count));)
        problem[count++] = p;
    double *opt = hol_new(hol_option_count(method->options), sizeof *opt);
    if (cli_set_all("-o", method->options, a.options, a.option, opt)) {
        work w = {.a = &a, .method = method, .opt = opt};
        code = certify_all(&w, problem, count);
    }
    free(opt);
    for (int i = 0; i < count; i++) cli_problem_free(problem[i]);
    return cli_finish(code);
}
