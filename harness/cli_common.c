/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the subcommands share: messages and look-ups by name. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli.h"
#include "harness/memory.h"

void cli_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("holonomy: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

int cli_finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    cli_say("standard output: %s", strerror(errno));
    return HOL_EXIT_FILE;
}

const char **cli_method_names(int *count)
{
    for (*count = 0; hol_method_at(*count);) ++*count;
    const char **name = hol_new(*count, sizeof *name);
    for (int k = 0; k < *count; k++) name[k] = hol_method_at(k)->name;
    return name;
}

const char **cli_problem_names(int *count)
{
    for (*count = 0; hol_problem_at(*count);) ++*count;
    const char **name = hol_new(*count, sizeof *name);
    for (int k = 0; k < *count; k++) name[k] = hol_problem_at(k)->name;
    return name;
}

const char **cli_formulation_names(int *count)
{
    for (*count = 0; hol_formulation_at(*count);) ++*count;
    const char **name = hol_new(*count + 1, sizeof *name);
    for (int k = 0; k < *count; k++) name[k] = hol_formulation_name(hol_formulation_at(k));
    name[(*count)++] = "own";
    return name;
}

cli_guess cli_did_you_mean(const char *word, const char *const candidate[], int count)
{
    cli_guess guess = {""};
    const char *near = hol_nearest(word, candidate, count);
    if (near) snprintf(guess.text, sizeof guess.text, ": did you mean '%s'?", near);
    return guess;
}

static void unknown(const char *kind, const char *name, const char **known, int count)
{
    cli_guess guess = cli_did_you_mean(name, known, count);
    if (guess.text[0])
        cli_say("unknown %s '%s'%s", kind, name, guess.text);
    else
        cli_say("unknown %s '%s': `holonomy list %ss` shows all", kind, name, kind);
    free(known);
}

const hol_problem *cli_problem(const char *name)
{
    int count;
    const hol_problem *problem = hol_problem_named(name);
    if (problem) return problem;
    const char **known = cli_problem_names(&count);
    unknown("problem", name, known, count);
    return NULL;
}

const hol_method *cli_method(const char *name)
{
    int count;
    const hol_method *method = hol_method_named(name);
    if (method) return method;
    const char **known = cli_method_names(&count);
    unknown("method", name, known, count);
    return NULL;
}
