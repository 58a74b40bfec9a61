/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy list methods|problems|formulations`. */
#include <stddef.h>

#include "base/json.h"
#include "harness/cli/cli.h"

typedef struct {
    const char *kind;
    bool json;
} arguments;

static const cli_option options[] = {
    {"json", 0, NULL, "prints an array of JSON in place of lines", cli_flag, CLI_AT(json)}, {0}};

static const cli_argument taken[] = {{cli_text, CLI_AT(kind)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = taken,
    .least = 1,
    .needs = "list what? holonomy list methods, problems or formulations",
    .words = "methods|problems|formulations",
    .about = "Lists what there is, a line each: name, family of a method, what it is.\v"
             "Examples:\n"
             "  holonomy list methods\n"
             "  holonomy list problems --json\n"};

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
    arguments a = {0};
    hol_json j = {.out = stdout};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    int k = cli_pick("cannot list", a.kind, kind, sizeof *kind, KINDS);
    if (k < 0) return HOL_EXIT_USAGE;
    if (a.json) hol_json_open(&j, NULL, '[');
    kind[k].list(&j, a.json);
    if (a.json) hol_json_close(&j, ']');
    return cli_finish(HOL_EXIT_OK);
}
