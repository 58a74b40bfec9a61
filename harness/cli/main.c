/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program `holonomy`: hands its arguments to a subcommand. */
#include <cblas.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "harness/cli/cli.h"

static int help(int argc, char **argv);

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *about;
} command[] = {
    {"list", cli_list, "what there is: methods, problems, joints, forces, papers and more"},
    {"explain", cli_explain, "what one of these is: options, claims, what it takes"},
    {"run", cli_run, "one method on one problem"},
    {"report", cli_report, "every method on every problem: tables and figures"},
    {"paper", cli_paper, "the published tables redone: printed numbers beside ours"},
    {"errata", cli_errata, "what is wrong in the papers, and how many published digits hold"},
    {"sweep", cli_sweep, "every run of a plan, into the results store"},
    {"submit", cli_submit, "the runs of a plan as jobs of a cluster"},
    {"merge", cli_merge, "one store of those of many machines"},
    {"bundle", cli_bundle, "runs with all that makes them again"},
    {"compare", cli_compare, "two methods on a problem, two runs, or two stores"},
    {"export", cli_export, "a table of the store as CSV, JSON, LaTeX or Markdown"},
    {"choose", cli_choose, "which method reaches an error at the least cost"},
    {"certify", cli_certify, "every claim of a method, measured"},
    {"judge", cli_judge, "a motion from anywhere, measured as a run, and its likely mistakes"},
    {"convert", cli_convert, "a model in the form of another program: MJCF, URDF, SDF"},
    {"assemble", cli_assemble, "a model's start brought onto its constraints"},
    {"linearise", cli_linearise, "small motions about an equilibrium or a steady motion"},
    {"reference", cli_reference, "the true motion of a model, in quadruple precision"},
    {"plot", cli_plot, "a quick figure of methods on a problem"},
    {"new", cli_new, "a folder for a method or problem of one's own"},
    {"bench", cli_bench, "cost of a step"},
    {"info", cli_info, "version, compiler, CPU, libraries"},
    {"help", help, "what a command does"},
};

enum { COMMANDS = sizeof command / sizeof *command };

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
        used += snprintf(doc + used, sizeof doc - (size_t)used, "  %-9s %s\n", command[i].name,
                         command[i].about);
    snprintf(doc + used, sizeof doc - (size_t)used, "%s", after);
    const cli_usage usage = {.least = 1,
                             .plain = true,
                             .needs = "which command? `holonomy --help` lists them",
                             .words = "COMMAND [ARGUMENT...]",
                             .about = doc};
    return cli_parse(&usage, argc, argv, NULL) ? HOL_EXIT_OK : HOL_EXIT_USAGE;
}

/* The command argv[1]. */
static int run_command(int argc, char **argv)
{
    char name[32];
    int k = cli_pick("unknown command", argv[1], command, sizeof *command, COMMANDS);
    if (k < 0) return HOL_EXIT_USAGE;
    snprintf(name, sizeof name, "holonomy %s", command[k].name);
    argv[1] = name;
    return command[k].run(argc - 1, argv + 1);
}

static int help(int argc, char **argv)
{
    static const cli_argument arguments[] = {{cli_text, 0}, {0}};
    static const cli_usage usage = {
        .arguments = arguments,
        .plain = true,
        .words = "[COMMAND]",
        .about = "Prints what `holonomy COMMAND --help` prints, or `holonomy --help`.\v"
                 "Examples:\n"
                 "  holonomy help\n"
                 "  holonomy help run\n"};
    char program[] = "holonomy", option[] = "--help", *asked = NULL;
    if (!cli_parse(&usage, argc, argv, &asked)) return HOL_EXIT_USAGE;
    char *whole[] = {program, option, NULL}, *one[] = {program, asked, option, NULL};
    return asked ? run_command(3, one) : no_command(2, whole);
}

/* No file that is opened later becomes a standard stream that was closed: each of them has a
 * descriptor on which what it is for fails as on a closed one.  False where there is none. */
static bool hold_standard_streams(void)
{
    static const int other_way[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", other_way[fd]) != fd) return false;
    return true;
}

#ifdef HOL_SRCDIR
/* The data of the program of a build tree: beside it, in a tree that was moved or copied, else in
 * the source tree that it was built from. */
static const char *data_of_tree(char own[], size_t size)
{
    char script[4200];
    struct stat here, built;
    ssize_t n = readlink("/proc/self/exe", own, size - 1);
    if (n <= 0) return HOL_SRCDIR;
    own[n] = '\0';
    *strrchr(own, '/') = '\0';
    snprintf(script, sizeof script, "%s/reports/style.gp", own);
    if (access(script, R_OK) != 0 || stat(own, &here) != 0) return HOL_SRCDIR;
    bool same =
        stat(HOL_SRCDIR, &built) == 0 && here.st_dev == built.st_dev && here.st_ino == built.st_ino;
    return same ? HOL_SRCDIR : own;
}
#endif

typedef struct {
    int argc;
    char **argv;
    int code;
} call;

static void answer(void *data)
{
    call *c = data;
    bool named = c->argc >= 2 && c->argv[1][0] != '-';
#ifdef HOL_SRCDIR
    char own[4096];
    if (setenv("HOLONOMY_DATA", data_of_tree(own, sizeof own), 0) != 0) hol_no_memory();
#endif
    c->code = cli_say_shelf((named ? run_command : no_command)(c->argc, c->argv));
}

int main(int argc, char **argv)
{
    if (!hold_standard_streams()) return HOL_EXIT_MACHINE;
    signal(SIGXFSZ, SIG_IGN);    /* a file at its limit is an error of its write */
    openblas_set_num_threads(1); /* its results depend on the number of threads */
#ifdef M_MMAP_THRESHOLD /* large arrays of set-up go back to the system as soon as they are freed  \
                         */
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
#endif
    call c = {argc, argv, HOL_EXIT_OK};
    if (hol_try(answer, &c)) return c.code;
    fputs("holonomy: out of memory\n", stderr);
    return HOL_EXIT_MACHINE;
}
