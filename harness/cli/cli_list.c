/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy list methods|problems|formulations`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/json.h"

enum { JSON = 256 };

typedef struct {
    const char *kind;
    bool json;
} arguments;

static const struct argp_option options[] = {
    {"json", JSON, NULL, 0, "prints an array of JSON in place of lines", 0}, {0}};

static error_t parse(int key, char *text, struct argp_state *state)
{
    arguments *a = state->input;
    switch (key) {
    case JSON:
        a->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (a->kind) {
            cli_say("one argument too many: '%s'", text);
            return EINVAL;
        }
        a->kind = text;
        return 0;
    case ARGP_KEY_END:
        if (a->kind) return 0;
        cli_say("list what? holonomy list methods, problems or formulations");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    options,
    parse,
    "methods|problems|formulations",
    "Lists what there is, a line each: name, family of a method, what it is.\v"
    "Examples:\n"
    "  holonomy list methods\n"
    "  holonomy list problems --json\n",
    NULL,
    NULL,
    NULL};

/* A line or an object of three texts. */
static void entry(hol_json *j, bool json, const char *name, const char *key, const char *value,
                  const char *about)
{
    if (!json) {
        printf("%-26s ", name);
        if (key) printf("%-15s ", value);
        printf("%s\n", about);
        return;
    }
    hol_json_open(j, NULL, '{');
    hol_json_string(j, "name", name);
    if (key) hol_json_string(j, key, value);
    hol_json_string(j, "about", about);
    hol_json_close(j, '}');
}

static void methods(hol_json *j, bool json)
{
    const hol_method *method;
    for (int k = 0; (method = hol_method_at(k)); k++)
        entry(j, json, method->name, "family", method->family, method->about);
}

static void problems(hol_json *j, bool json)
{
    const hol_problem *problem;
    for (int k = 0; (problem = hol_problem_at(k)); k++)
        entry(j, json, problem->name, NULL, NULL, problem->about);
}

static void formulations(hol_json *j, bool json)
{
    const hol_formulation *f;
    for (int k = 0; (f = hol_formulation_at(k)); k++)
        entry(j, json, hol_formulation_name(f), NULL, NULL, hol_formulation_about(f));
    entry(j, json, "own", NULL, NULL, "a problem's published coordinates, where it has them");
}

int cli_list(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*list)(hol_json *, bool json);
    } kind[] = {{"methods", methods}, {"problems", problems}, {"formulations", formulations}};
    enum { KINDS = sizeof kind / sizeof *kind };
    const char *names[KINDS];
    arguments a = {0};
    hol_json j = {.out = stdout};
    if (!cli_parse(&argp, argc, argv, &a)) return HOL_EXIT_USAGE;
    for (int i = 0; i < KINDS; i++) {
        names[i] = kind[i].name;
        if (strcmp(a.kind, kind[i].name)) continue;
        if (a.json) hol_json_open(&j, NULL, '[');
        kind[i].list(&j, a.json);
        if (a.json) hol_json_close(&j, ']');
        return cli_finish(HOL_EXIT_OK);
    }
    cli_guess guess = cli_did_you_mean(a.kind, names, KINDS);
    cli_say("cannot list '%s'%s", a.kind,
            guess.text[0] ? guess.text : ": there are methods, problems and formulations");
    return HOL_EXIT_USAGE;
}
