/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program `holonomy`: hands its arguments to a subcommand. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <argp.h>
#include <cblas.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "harness/cli/cli.h"

#ifndef PACKAGE_STRING
#define PACKAGE_STRING "Holonomy"
#endif

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *about;
} command[] = {
    {"list", cli_list, "methods, problems or formulations"},
    {"explain", cli_explain, "what a method, problem or formulation is, its options and claims"},
    {"run", cli_run, "one method on one problem"},
    {"report", cli_report, "every method on every problem: tables and figures"},
    {"paper", cli_paper, "the published tables redone: printed numbers beside ours"},
    {"sweep", cli_sweep, "every run of a plan, into the results store"},
    {"compare", cli_compare, "two runs, or two stores"},
    {"export", cli_export, "a table of the store as CSV, JSON, LaTeX or Markdown"},
    {"certify", cli_certify, "every claim of a method, measured"},
    {"plot", cli_plot, "a quick figure of methods on a problem"},
    {"bench", cli_bench, "cost of a step"},
    {"info", cli_info, "version, compiler, CPU, libraries"},
};

enum { COMMANDS = sizeof command / sizeof *command };

static void version(FILE *out, struct argp_state *state)
{
    (void)state;
    fputs(PACKAGE_STRING "\n", out);
}

static int no_command(int argc, char **argv)
{
    static const char before[] = "Time integrators of constrained multibody systems, side by side."
                                 "\vCommands:\n";
    static const char after[] = "\n`holonomy COMMAND --help` explains a command.\n\n"
                                "Examples:\n"
                                "  holonomy list methods\n"
                                "  holonomy explain shake\n"
                                "  holonomy run double-spherical-pendulum shake --step 0.01\n";
    char doc[2048];
    int used = snprintf(doc, sizeof doc, "%s", before);
    for (int i = 0; i < COMMANDS; i++)
        used += snprintf(doc + used, sizeof doc - (size_t)used, "  %-8s %s\n", command[i].name,
                         command[i].about);
    snprintf(doc + used, sizeof doc - (size_t)used, "%s", after);
    const cli_usage usage = {.least = 1,
                             .needs = "which command? `holonomy --help` lists them",
                             .words = "COMMAND [ARGUMENT...]",
                             .about = doc};
    return cli_parse(&usage, argc, argv, NULL) ? HOL_EXIT_OK : HOL_EXIT_USAGE;
}

int main(int argc, char **argv)
{
    openblas_set_num_threads(1); /* its results depend on the number of threads */
#ifdef M_MMAP_THRESHOLD /* large arrays of set-up go back to the system as soon as they are freed  \
                         */
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
#endif
    argp_program_version_hook = version;
    argp_err_exit_status = HOL_EXIT_USAGE;
    if (argc < 2 || argv[1][0] == '-') return no_command(argc, argv);
    int k = cli_pick("unknown command", argv[1], command, sizeof *command, COMMANDS);
    if (k < 0) return HOL_EXIT_USAGE;
    char name[32];
    snprintf(name, sizeof name, "holonomy %s", command[k].name);
    argv[1] = name;
    return command[k].run(argc - 1, argv + 1);
}
