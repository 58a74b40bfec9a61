/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `holonomy info`: what a result depends on beside its plan. */
#include "base/json.h"
#include "harness/cli/cli.h"
#include "harness/store/facts.h"

static const cli_option options[] = {
    {"json", 0, NULL, "prints one object of JSON in place of lines", cli_flag, 0}, {0}};

static const cli_usage usage = {
    .options = options,
    .about =
        "Prints version, compiler, flags, CPU and libraries: what numbers and timings depend on.\v"
        "Examples:\n"
        "  holonomy info\n"
        "  holonomy info --json\n"};

int cli_info(int argc, char **argv)
{
    bool json = false;
    hol_fact fact[HOL_FACTS];
    if (!cli_parse(&usage, argc, argv, &json)) return HOL_EXIT_USAGE;
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
