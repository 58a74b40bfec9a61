/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy list KIND`: what there is. */
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"
#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_plugins.h"
#include "harness/cli/cli_terminal.h"
#include "harness/model/model_item.h"
#include "harness/papers/paper.h"

typedef struct {
    const char *kind;
    bool json;
} arguments;

static const cli_option options[] = {
    {"json", 0, NULL, "prints an array of JSON in place of lines", cli_flag, CLI_AT(json)}, {0}};

static const cli_usage usage = {
    .options = options,
    .arguments = (const cli_argument[]){{cli_text, CLI_AT(kind)}, {0}},
    .least = 1,
    .needs = "list what? holonomy list methods, problems, formulations, joints, forces, bodies, "
             "plugins or papers",
    .words = "methods|problems|formulations|joints|forces|bodies|plugins|papers",
    .about =
        "Lists what there is, a line each (folded on a terminal): name, family of a method, what "
        "it is; of the bodies, joints and "
        "forces of a model in YAML the keys that each takes, in brackets those that may be left "
        "out.\v"
        "Examples:\n"
        "  holonomy list methods\n"
        "  holonomy list joints\n"
        "  holonomy list problems --json\n"};

/* A line or an object of three texts. */
static void entry(hol_json *j, bool json, const char *name, const char *key, const char *value,
                  const char *about)
{
    if (!json) {
        int used = printf("%-26s ", name);
        if (key) used += printf("%-12s ", value);
        if (isatty(STDOUT_FILENO))
            cli_fold(stdout, used, used, about);
        else
            puts(about); /* a line each, for other programs */
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

static void kinds(hol_json *j, bool json, const model_kinds *list)
{
    for (int k = 0; k < list->kinds; k++) {
        char *text = cli_keys_text(list->kind[k].takes, list->common);
        entry(j, json, list->kind[k].name, NULL, NULL, text);
        free(text);
    }
}

/* What the key `law` of a force may name. */
static void laws(hol_json *j, bool json)
{
    const hol_named_law *law;
    for (int k = 0; (law = hol_law_at(k)); k++) {
        hol_text t;
        hol_text_begin(&t);
        fprintf(t.out, "a law: %s", law->about);
        char *about = hol_text_end(&t);
        entry(j, json, law->law->name, NULL, NULL, about);
        free(about);
    }
}

static void plugins(hol_json *j, bool json)
{
    const hol_loaded *p;
    for (int k = 0; (p = hol_plugin_at(k)); k++) {
        hol_text t;
        hol_text_begin(&t);
        cli_put_plugin(t.out, p);
        char *about = hol_text_end(&t);
        entry(j, json, p->is->name, "digest", p->digest, about);
        free(about);
    }
}

static void papers(hol_json *j, bool json)
{
    const hol_paper *paper;
    for (int k = 0; (paper = hol_paper_by(k)); k++)
        entry(j, json, paper->id, NULL, NULL, paper->title);
}

int cli_list(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*list)(hol_json *, bool json); /* behind the kinds; or NULL */
        const model_kinds *kinds;
    } kind[] = {{"methods", methods, NULL},           {"problems", problems, NULL},
                {"formulations", formulations, NULL}, {"joints", NULL, &model_joints},
                {"forces", laws, &model_forces},      {"bodies", NULL, &model_bodies},
                {"plugins", plugins, NULL},           {"papers", papers, NULL}};
    enum { KINDS = sizeof kind / sizeof *kind };
    arguments a = {0};
    hol_json j = {.out = stdout};
    if (!cli_parse(&usage, argc, argv, &a)) return HOL_EXIT_USAGE;
    int k = cli_pick("cannot list", a.kind, kind, sizeof *kind, KINDS);
    if (k < 0) return HOL_EXIT_USAGE;
    if (a.json) hol_json_open(&j, NULL, '[');
    if (kind[k].kinds) kinds(&j, a.json, kind[k].kinds);
    if (kind[k].list) kind[k].list(&j, a.json);
    if (a.json) hol_json_close(&j, ']');
    return cli_finish(HOL_EXIT_OK);
}
