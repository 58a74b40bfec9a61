/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy info`: what a result depends on beside its plan. */
#include <errno.h>

#include "harness/cli/cli.h"
#include "harness/facts.h"
#include "harness/json.h"

enum { JSON = 256 };

static const struct argp_option options[] = {
    {"json", JSON, NULL, 0, "prints one object of JSON in place of lines", 0}, {0}};

static error_t parse(int key, char *text, struct argp_state *state)
{
    bool *json = state->input;
    if (key == JSON) {
        *json = true;
        return 0;
    }
    if (key != ARGP_KEY_ARG) return ARGP_ERR_UNKNOWN;
    cli_say("info takes no argument: '%s'", text);
    return EINVAL;
}

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Prints version, compiler, flags, CPU and libraries: what numbers and timings depend on.\v"
    "Examples:\n"
    "  holonomy info\n"
    "  holonomy info --json\n",
    NULL,
    NULL,
    NULL};

int cli_info(int argc, char **argv)
{
    bool json = false;
    hol_fact fact[HOL_FACTS];
    if (!cli_parse(&argp, argc, argv, &json)) return HOL_EXIT_USAGE;
    int count = hol_facts(fact);
    hol_json j = {.out = stdout};
    if (json) {
        hol_json_open(&j, NULL, '{');
        hol_facts_json(&j);
        hol_json_close(&j, '}');
    } else
        for (int i = 0; i < count; i++) printf("%-10s %s\n", fact[i].name, fact[i].value);
    return cli_finish(HOL_EXIT_OK);
}
