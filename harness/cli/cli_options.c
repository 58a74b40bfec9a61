/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of a command, handed to argp: see cli_options.h. */
#include "harness/cli/cli_options.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/cli.h"
#include "harness/memory.h"
#include "harness/names.h"

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
    *x = strtod(word, &end);
    bool decimal = end != word && !*end && strspn(word, "+-.0123456789eE") == strlen(word);
    if (decimal && isfinite(*x)) return true;
    cli_say("%s: '%s' is %s", name, word, decimal ? "too large" : "not a number");
    return false;
}

bool cli_above_zero(const char *name, const char *word, void *place)
{
    double *x = place;
    if (!number(name, word, x)) return false;
    if (!(*x > 0.0)) cli_say("%s: '%s' is not a number above 0", name, word);
    return *x > 0.0;
}

bool cli_not_below_zero(const char *name, const char *word, void *place)
{
    double *x = place;
    if (!number(name, word, x)) return false;
    if (*x < 0.0) cli_say("%s: '%s' is not a number from 0 on", name, word);
    return *x >= 0.0;
}

bool cli_integer(const char *name, const char *word, int least, int most, int *n)
{
    char *end;
    errno = 0;
    long value = strtol(word, &end, 10);
    *n = (int)value;
    if (end != word && !*end && !errno && value >= least && value <= most) return true;
    cli_say("%s: '%s' is not an integer from %d to %d", name, word, least, most);
    return false;
}

bool cli_jobs(const char *name, const char *word, void *place)
{
    return cli_integer(name, word, 1, 1024, place);
}

/* ---------------------------------------------------------------- names */

cli_guess cli_did_you_mean(const char *word, const char *const candidate[], int count)
{
    cli_guess guess = {""};
    const char *near = hol_nearest(word, candidate, count);
    if (near) snprintf(guess.text, sizeof guess.text, ": did you mean '%s'?", near);
    return guess;
}

int cli_pick(const char *unknown, const char *word, const void *table, size_t size, int count)
{
    hol_names names = {0};
    char all[256] = "";
    for (int i = 0; i < count; i++) {
        const void *row = (const char *)table + (size_t)i * size;
        hol_names_add(&names, *(const char *const *)row);
        size_t used = strlen(all);
        snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", names.of[i]);
    }
    int place = hol_names_place(&names, word);
    if (place < 0) {
        cli_guess guess = cli_did_you_mean(word, names.of, count);
        cli_say("%s '%s'%s%s", unknown, word, guess.text[0] ? guess.text : ": there are ",
                guess.text[0] ? "" : all);
    }
    hol_names_clear(&names);
    return place;
}

/* ---------------------------------------------------------------- options known */

enum { OPTIONS = 32 };

static int option_count(const cli_usage *usage)
{
    int count = 0;
    while (usage->options && usage->options[count].take) count++;
    return count;
}

/* The long names of a command's options and argp's own. */
static int long_names(const cli_usage *usage, const char *name[OPTIONS + 3])
{
    static const char *const own[] = {"help", "usage", "version"};
    int count = 0;
    for (int i = 0; i < option_count(usage); i++)
        if (usage->options[i].name) name[count++] = usage->options[i].name;
    for (int i = 0; i < 3; i++) name[count++] = own[i];
    return count;
}

static const cli_option argp_own = {0};

/* The option meant by an unambiguous beginning, n letters, of its long name; NULL after a message.
 */
static const cli_option *long_option(const cli_usage *usage, const char *command, const char *text,
                                     size_t n)
{
    const char *name[OPTIONS + 3];
    const cli_option *meant = NULL;
    int count = long_names(usage, name), matches = 0;
    for (int i = 0; i < count; i++) matches += !strncmp(name[i], text, n);
    for (int i = 0; i < option_count(usage); i++) {
        const cli_option *o = &usage->options[i];
        if (!o->name || strncmp(o->name, text, n)) continue;
        if (!o->name[n]) return o;
        meant = o;
    }
    if (matches == 1) return meant ? meant : &argp_own;
    char whole[64];
    snprintf(whole, sizeof whole, "%.*s", (int)n, text);
    const char *near = hol_nearest(whole, name, count);
    if (near)
        cli_say("unknown option '--%s': did you mean '--%s'?", whole, near);
    else
        cli_say("unknown option '--%s': see %s --help", whole, command);
    return NULL;
}

static const cli_option *short_option(const cli_usage *usage, const char *command, char letter)
{
    for (int i = 0; i < option_count(usage); i++)
        if (usage->options[i].letter == letter) return &usage->options[i];
    if (letter == '?' || letter == 'V') return &argp_own;
    cli_say("unknown option '-%c': see %s --help", letter, command);
    return NULL;
}

/* What argp would say in several lines is said in one. */
static bool options_known(const cli_usage *usage, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
        const char *word = argv[i];
        if (word[0] != '-' || !word[1]) continue;
        bool is_long = word[1] == '-';
        const cli_option *o = is_long
                                  ? long_option(usage, argv[0], word + 2, strcspn(word + 2, "="))
                                  : short_option(usage, argv[0], word[1]);
        if (!o) return false;
        bool valued = is_long ? strchr(word, '=') != NULL : word[2] != '\0';
        if (o->value && !valued && ++i == argc) {
            cli_say("option '%s' needs a value: %s", word, o->value);
            return false;
        }
        if (!o->value && valued && is_long) {
            cli_say("option '%s' takes no value", word);
            return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- argp */

enum { FIRST_KEY = 256 }; /* past every letter */

typedef struct {
    const cli_usage *usage;
    const char *command; /* "run" */
    char *arguments;
} input;

static bool take_argument(const input *in, const char *word, unsigned place)
{
    const cli_argument *a = in->usage->arguments;
    if (!a) {
        cli_say("%s takes no argument: '%s'", in->command, word);
        return false;
    }
    while (place-- && a->take && !a->again) a++;
    if (a->take) return a->take(word, word, in->arguments + a->at);
    cli_say("one argument too many: '%s'", word);
    return false;
}

static bool take_option(const input *in, const cli_option *o, const char *word)
{
    char typed[64];
    if (o->letter)
        snprintf(typed, sizeof typed, "-%c", o->letter);
    else
        snprintf(typed, sizeof typed, "--%s", o->name);
    return o->take(typed, word, in->arguments + o->at);
}

static error_t parse(int key, char *word, struct argp_state *state)
{
    const input *in = state->input;
    if (key == ARGP_KEY_ARG) return take_argument(in, word, state->arg_num) ? 0 : EINVAL;
    if (key == ARGP_KEY_END && (int)state->arg_num < in->usage->least) {
        cli_say("%s", in->usage->needs);
        return EINVAL;
    }
    for (int i = 0; i < option_count(in->usage); i++) {
        const cli_option *o = &in->usage->options[i];
        if (key == (o->letter ? o->letter : FIRST_KEY + i))
            return take_option(in, o, word) ? 0 : EINVAL;
    }
    return ARGP_ERR_UNKNOWN;
}

bool cli_parse(const cli_usage *usage, int argc, char **argv, void *arguments)
{
    struct argp_option option[OPTIONS + 1] = {{0}};
    /* argp does not free what it makes of an empty table. */
    const struct argp_option *some = option_count(usage) ? option : NULL;
    const struct argp argp = {some, parse, usage->words, usage->about, NULL, NULL, NULL};
    const char *blank = strrchr(argv[0], ' ');
    input in = {usage, blank ? blank + 1 : argv[0], arguments};
    for (int i = 0; i < option_count(usage); i++) {
        const cli_option *o = &usage->options[i];
        option[i].name = o->name;
        option[i].key = o->letter ? o->letter : FIRST_KEY + i;
        option[i].arg = o->value;
        option[i].doc = o->help;
    }
    return options_known(usage, argc, argv) && !argp_parse(&argp, argc, argv, 0, NULL, &in);
}
