/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of a command, handed to argp: see cli_options.h. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "harness/cli/cli_options.h"

#include <argp.h>
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "harness/cli/cli.h"
#include "harness/cli/cli_plugins.h"
#include "harness/cli/cli_size.h"
#include "harness/run/names.h"

#ifndef PACKAGE_STRING
#define PACKAGE_STRING "Holonomy"
#endif

/* ---------------------------------------------------------------- what is taken */

bool cli_flag(const char *name, const char *word, void *place)
{
    (void)name, (void)word;
    return *(bool *)place = true;
}

bool cli_text(const char *name, const char *word, void *place)
{
    (void)name;
    *(const char **)place = word;
    return true;
}

bool cli_file(const char *name, const char *word, void *place)
{
    if (!*word) return hol_refuse(false, "%s: '' is no name of a file", name);
    return cli_text(name, word, place);
}

bool cli_words(const char *name, const char *word, void *place)
{
    (void)name;
    hol_names_add(place, word);
    return true;
}

/* A finite number in decimal. */
static bool number(const char *name, const char *word, double *x)
{
    char *end;
    *x = hol_strtod(word, &end);
    bool decimal = end != word && !*end && strspn(word, "+-.0123456789eE") == strlen(word);
    if (decimal && isfinite(*x)) return true;
    return hol_refuse(false, "%s: '%s' is %s", name, word, decimal ? "too large" : "not a number");
}

bool cli_above_zero(const char *name, const char *word, void *place)
{
    double *x = place;
    if (!number(name, word, x)) return false;
    if (!(*x > 0.0)) hol_complain("%s: '%s' is not a number above 0", name, word);
    return *x > 0.0;
}

bool cli_not_below_zero(const char *name, const char *word, void *place)
{
    double *x = place;
    if (!number(name, word, x)) return false;
    if (*x < 0.0) hol_complain("%s: '%s' is not a number from 0 on", name, word);
    return *x >= 0.0;
}

bool cli_tolerance(const char *name, const char *word, void *place)
{
    const double *rtol = place;
    if (!cli_above_zero(name, word, place)) return false;
    if (*rtol >= 1e-15 && *rtol <= 1) return true;
    return hol_refuse(false, "%s: '%s' is out of range [1e-15, 1]", name, word);
}

bool cli_integer(const char *name, const char *word, int least, int most, int *n)
{
    char *end;
    errno = 0;
    long value = strtol(word, &end, 10);
    *n = (int)value;
    if (end != word && !*end && !errno && value >= least && value <= most) return true;
    return hol_refuse(false, "%s: '%s' is not an integer from %d to %d", name, word, least, most);
}

bool cli_counted(const char *name, const char *word, void *place)
{
    cli_count *c = place;
    return cli_integer(name, word, c->least, c->most, &c->n);
}

bool cli_jobs(const char *name, const char *word, void *place)
{
    return cli_integer(name, word, 1, 1024, place);
}

/* ---------------------------------------------------------------- names */

int cli_pick(const char *unknown, const char *word, const void *table, size_t size, int count)
{
    enum { SHOWN = 30 };
    hol_names names = {0};
    for (int i = 0; i < count; i++)
        hol_names_add(&names,
                      *(const char *const *)(const void *)((const char *)table + (size_t)i * size));
    int place = hol_names_place(&names, word);
    if (place < 0) {
        hol_guess guess = hol_did_you_mean(word, names.of, count);
        hol_text all;
        hol_text_begin(&all);
        for (int i = 0; i < count && i < SHOWN && !guess.text[0]; i++)
            fprintf(all.out, "%s%s", i ? ", " : ": there are ", names.of[i]);
        if (count > SHOWN && !guess.text[0]) fprintf(all.out, " and %d more", count - SHOWN);
        char *instead = hol_text_end(&all);
        hol_complain("%s '%s'%s", unknown, word, guess.text[0] ? guess.text : instead);
        free(instead);
    }
    hol_names_clear(&names);
    return place;
}

/* The place of the word among the names; -1 after a message. */
static int place_of(const cli_names *of, const char *word)
{
    const char *table = of->table;
    int count = of->count;
    if (!count)
        while (*(const char *const *)(const void *)(table + (size_t)count * of->size)) count++;
    return cli_pick(of->unknown, word, table, of->size, count);
}

bool cli_one(const char *name, const char *word, void *place)
{
    cli_chosen *chosen = place;
    (void)name;
    int k = place_of(chosen->of, word);
    if (k >= 0) chosen->at = k;
    return k >= 0;
}

bool cli_some(const char *name, const char *word, void *place)
{
    cli_set *set = place;
    (void)name;
    assert(set->of->count <= CLI_MOST_CHOSEN);
    int k = place_of(set->of, word);
    if (k < 0) return false;
    for (int i = 0; i < set->of->count; i++) set->has[i] |= i == k || !strcmp(word, "all");
    set->any = true;
    return true;
}

/* ---------------------------------------------------------------- argp */

/* Keys past every letter. */
enum { OPTIONS = 32, FIRST_KEY = 256, USAGE = FIRST_KEY + OPTIONS, PLUGIN, LIMIT };

/* What every command has, but for the first rows a plain one. */
static const struct argp_option own[] = {
    {"plugin", PLUGIN, "FILE", 0, "adds what a plug-in has, FILE.so", 0},
    {"limit", LIMIT, "bodies=N,memory=M", 0,
     "refuses a model that is larger, before it is made; memory in bytes, or with k, M or G", 0},
    {"help", 'h', NULL, 0, "Give this help list", -1},
    {NULL, '?', NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0},
    {"usage", USAGE, NULL, 0, "Give a short usage message", 0},
    {"version", 'V', NULL, 0, "Print program version", 0},
};
enum { OWN = sizeof own / sizeof *own, NOT_PLAIN = 2 };

typedef struct {
    const cli_usage *usage;
    const struct argp_option *option; /* the command's, `count` of them, then those above */
    int count;
    char *arguments;
    hol_names plugins; /* files */
    bool refused;      /* after a message */
} input;

/* The option that a word means: by its letter, or by the beginning of its long name if no other
 * begins so; NULL: none. */
static const struct argp_option *meant(const struct argp_option *o, const char *word)
{
    const struct argp_option *found = NULL;
    size_t n = word[1] == '-' ? strcspn(word + 2, "=") : 0;
    int matches = 0;
    for (; o->name || o->key; o++) {
        if (n ? o->name && !strncmp(o->name, word + 2, n) && !o->name[n] : o->key == word[1])
            return o;
        if (n && o->name && !strncmp(o->name, word + 2, n)) matches++, found = o;
    }
    return matches == 1 ? found : NULL;
}

/* Says what is wrong with the option that argp did not take: the word before the next one or, of
 * letters typed together, the next one. */
static void say_wrong(const struct argp_option option[], const struct argp_state *state)
{
    const char *word = state->argv[state->next - 1];
    const struct argp_option *o = meant(option, word);
    bool last = state->next == state->argc;
    if (!last && (word[0] != '-' || (o && (o->arg || !strchr(word, '=')))))
        word = state->argv[state->next], o = NULL;
    if (o && o->arg) {
        hol_complain("option '%s' needs a value: %s", word, o->arg);
    } else if (o) {
        hol_complain("option '%s' takes no value", word);
    } else if (word[1] != '-') {
        hol_complain("unknown option '-%c': see %s --help", word[1], state->name);
    } else {
        hol_names names = {0};
        char typed[64];
        for (o = option; o->name || o->key; o++)
            if (o->name) hol_names_add(&names, o->name);
        snprintf(typed, sizeof typed, "%.*s", (int)strcspn(word + 2, "="), word + 2);
        const char *near = hol_nearest(typed, names.of, names.count);
        hol_complain("unknown option '--%s': %s%s%s", typed, near ? "did you mean '--" : "see ",
                     near ? near : state->name, near ? "'?" : " --help");
        hol_names_clear(&names);
    }
}

static bool take_argument(const input *in, const char *word, const struct argp_state *state)
{
    const cli_argument *a = in->usage->arguments;
    if (!a) {
        const char *blank = strrchr(state->name, ' ');
        return hol_refuse(false, "%s takes no argument: '%s'", blank ? blank + 1 : state->name,
                          word);
    }
    for (unsigned k = state->arg_num; k-- && a->take && a->take != cli_words;) a++;
    if (a->take) return a->take(word, word, in->arguments + a->at);
    return hol_refuse(false, "one argument too many: '%s'", word);
}

static bool take_option(const input *in, const cli_option *o, const char *word)
{
    char typed[64];
    snprintf(typed, sizeof typed, "--%s", o->name ? o->name : "");
    if (o->letter) snprintf(typed, sizeof typed, "-%c", o->letter);
    return o->take(typed, word, in->arguments + o->at);
}

static error_t answer(input *in, bool taken)
{
    in->refused = !taken;
    return taken ? 0 : EINVAL;
}

static error_t parse(int key, char *word, struct argp_state *state)
{
    input *in = state->input;
    switch (key) {
    case 'h':
    case '?':
        argp_help(state->root_argp, stdout, ARGP_HELP_STD_HELP, state->name);
        break;
    case USAGE:
        argp_help(state->root_argp, stdout, ARGP_HELP_USAGE, state->name);
        break;
    case 'V':
        puts(PACKAGE_STRING);
        break;
    case PLUGIN:
        hol_names_add(&in->plugins, word);
        return 0;
    case LIMIT:
        return answer(in, cli_size_limit(word));
    case ARGP_KEY_ARG:
        return answer(in, take_argument(in, word, state));
    case ARGP_KEY_END:
        if ((int)state->arg_num >= in->usage->least) return 0;
        hol_complain("%s", in->usage->needs);
        return answer(in, false);
    case ARGP_KEY_ERROR:
        if (!in->refused) say_wrong(in->option, state);
        return 0;
    default:
        for (int i = 0; i < in->count; i++)
            if (key == in->option[i].key)
                return answer(in, take_option(in, &in->usage->options[i], word));
        return ARGP_ERR_UNKNOWN;
    }
    exit(cli_finish(HOL_EXIT_OK));
}

bool cli_parse(const cli_usage *usage, int argc, char **argv, void *arguments)
{
    struct argp_option option[OPTIONS + OWN + 1] = {{0}};
    const struct argp argp = {option, parse, usage->words, usage->about, NULL, NULL, NULL};
    input in = {usage, option, 0, arguments, {0}, false};
    for (const cli_option *o = usage->options; o && o->take; o++, in.count++)
        option[in.count] = (struct argp_option){
            o->name, o->letter ? o->letter : FIRST_KEY + in.count, o->value, 0, o->help, 0};
    int left = usage->plain ? NOT_PLAIN : 0;
    memcpy(option + in.count, own + left, sizeof own - (size_t)left * sizeof *own);
    error_t failed = argp_parse(&argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &in);
    if (failed == ENOMEM) hol_no_memory();
    bool loaded = failed || usage->plain || cli_load_plugins(&in.plugins);
    hol_names_clear(&in.plugins);
    if (!loaded) exit(HOL_EXIT_MACHINE);
    return !failed;
}

/* ---------------------------------------------------------------- the command */

static int ended(const cli_usage *usage, void *arguments, int code)
{
    char *at = arguments;
    for (const cli_option *o = usage->options; o && o->take; o++)
        if (o->take == cli_words) hol_names_clear((void *)(at + o->at));
    for (const cli_argument *a = usage->arguments; a && a->take; a++)
        if (a->take == cli_words) hol_names_clear((void *)(at + a->at));
    return code;
}

int cli_command(const cli_usage *usage, int argc, char **argv, void *arguments,
                int (*work)(void *arguments))
{
    bool good = cli_parse(usage, argc, argv, arguments);
    return ended(usage, arguments, good ? work(arguments) : HOL_EXIT_USAGE);
}

int cli_command_on(const cli_usage *usage, int argc, char **argv, void *arguments,
                   int (*work)(void *arguments, const hol_problem *problem))
{
    int code = HOL_EXIT_USAGE;
    if (cli_parse(usage, argc, argv, arguments)) {
        const char *name = *(char **)(void *)((char *)arguments + usage->arguments->at);
        const hol_problem *problem = name ? cli_problem(name) : NULL;
        code = problem || !name ? work(arguments, problem) : cli_problem_code(name);
        cli_problem_free(problem);
    }
    return ended(usage, arguments, code);
}
