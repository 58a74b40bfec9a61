/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the subcommands share: messages, look-ups by name and the check of options. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"
#include "harness/model/model_file.h"

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

bool cli_is_model(const char *name)
{
    const char *end = strrchr(name, '.');
    return end && (!strcmp(end, ".yaml") || !strcmp(end, ".yml"));
}

static const hol_problem *read_model(const char *path)
{
    hol_mistakes mistakes;
    const hol_problem *problem = hol_model_read(path, &mistakes);
    for (int i = 0; i < mistakes.count; i++) cli_say("%s", mistakes.text[i]);
    hol_mistakes_free(&mistakes);
    return problem;
}

const hol_problem *cli_problem(const char *name)
{
    int count;
    if (cli_is_model(name)) return read_model(name);
    const hol_problem *problem = hol_problem_named(name);
    if (problem) return problem;
    const char **known = cli_problem_names(&count);
    unknown("problem", name, known, count);
    return NULL;
}

void cli_problem_free(const hol_problem *problem)
{
    if (problem && problem->digest) hol_model_close(problem);
}

int cli_problem_code(const char *name)
{
    return name && cli_is_model(name) ? HOL_EXIT_INPUT : HOL_EXIT_USAGE;
}

const hol_method *cli_method(const char *name)
{
    int count;
    const hol_method *method = hol_method_named(name);
    if (method) return method;
    const char *why = hol_method_left_out(name);
    if (why) {
        cli_say("method '%s' is not in this build: %s", name, why);
        return NULL;
    }
    const char **known = cli_method_names(&count);
    unknown("method", name, known, count);
    return NULL;
}

bool cli_set_all(const char *which, const hol_option table[], int count, const char **text,
                 double value[])
{
    hol_message why;
    hol_option_defaults(table, value);
    for (int i = 0; i < count; i++)
        if (!hol_option_set(table, text[i], value, &why)) {
            cli_say("%s: %s", which, why.text);
            return false;
        }
    return true;
}

bool cli_known_formulation(const char *name)
{
    int count;
    const char **known = cli_formulation_names(&count);
    bool found = false;
    for (int i = 0; i < count; i++) found |= !strcmp(known[i], name);
    if (!found)
        cli_say("unknown formulation '%s'%s", name, cli_did_you_mean(name, known, count).text);
    free(known);
    return found;
}

/* ---------------------------------------------------------------- options of a command */

enum { NAMES = 32 };

/* The long names of a command's options and argp's own. */
static int option_names(const struct argp *argp, const char *name[NAMES])
{
    static const char *const own[] = {"help", "usage", "version"};
    enum { OWN = sizeof own / sizeof *own };
    int count = 0;
    for (const struct argp_option *o = argp->options; o && (o->name || o->key); o++)
        if (o->name && count < NAMES - OWN) name[count++] = o->name;
    for (int i = 0; i < OWN; i++) name[count++] = own[i];
    return count;
}

/* The option meant by "--name" (an unambiguous beginning will do) or "-k"; NULL after a message. */
static const struct argp_option *option_meant(const struct argp *argp, const char *command,
                                              const char *word)
{
    static const struct argp_option bare = {0};
    bool is_long = word[1] == '-';
    size_t n = is_long ? strcspn(word + 2, "=") : 1;
    const char *name[NAMES], *text = word + 1 + is_long, *near;
    const struct argp_option *meant = NULL;
    int count = option_names(argp, name), matches = 0;
    for (int i = 0; i < count && is_long; i++) matches += !strncmp(name[i], text, n);
    for (const struct argp_option *o = argp->options; o && (o->name || o->key); o++) {
        bool exact = is_long && o->name && !strncmp(o->name, text, n) && !o->name[n];
        if (exact || (!is_long && o->key == *text)) return o;
        if (is_long && o->name && !strncmp(o->name, text, n)) meant = o;
    }
    if (matches == 1) return meant ? meant : &bare;
    if (!is_long && (*text == '?' || *text == 'V')) return &bare;
    char whole[64];
    snprintf(whole, sizeof whole, "%.*s", (int)n, text);
    near = is_long ? hol_nearest(whole, name, count) : NULL;
    if (near)
        cli_say("unknown option '--%s': did you mean '--%s'?", whole, near);
    else
        cli_say("unknown option '%s%s': see %s --help", is_long ? "--" : "-", whole, command);
    return NULL;
}

static bool options_known(const struct argp *argp, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
        if (argv[i][0] != '-' || !argv[i][1]) continue;
        const struct argp_option *o = option_meant(argp, argv[0], argv[i]);
        if (!o) return false;
        bool is_long = argv[i][1] == '-';
        bool valued = is_long ? strchr(argv[i], '=') != NULL : argv[i][2] != '\0';
        if (o->arg && !valued && ++i == argc) {
            cli_say("option '%s' needs a value: %s", argv[i - 1], o->arg);
            return false;
        }
        if (!o->arg && valued && is_long) {
            cli_say("option '%s' takes no value", argv[i]);
            return false;
        }
    }
    return true;
}

bool cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    return options_known(argp, argc, argv) && !argp_parse(argp, argc, argv, 0, NULL, input);
}
