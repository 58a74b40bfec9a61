/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of options: defaults, parsing of "name=value" with messages that name the culprit, the
 * range and the nearest valid word.  Distance of words: Damerau, Comm. ACM 7 (1964) 171, in the
 * restricted form (no pair of letters is exchanged and then edited). */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/say.h"
#include "base/text.h"
#include "holonomy/option.h"

enum { WORD = 64 }; /* no longer word is compared */

/* ---------------------------------------------------------------- nearest word */

typedef struct { /* the candidate nearest so far */
    const char *word;
    int length, distance; /* of the candidate, to the mistyped word */
} nearest;

static int least(int a, int b, int c)
{
    int d = a < b ? a : b;
    return c < d ? c : d;
}

static int distance(const char *a, int m, const char *b, int n)
{
    int row[3][WORD + 1], *older = row[0], *old = row[1], *now = row[2];
    if (m > WORD || n > WORD) return INT_MAX;
    for (int j = 0; j <= n; j++) old[j] = j;
    for (int i = 1; i <= m; i++) {
        now[0] = i;
        for (int j = 1; j <= n; j++) {
            int differs = a[i - 1] != b[j - 1];
            now[j] = least(old[j] + 1, now[j - 1] + 1, old[j - 1] + differs);
            bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (exchanged && older[j - 2] + 1 < now[j]) now[j] = older[j - 2] + 1;
        }
        int *free_row = older;
        older = old;
        old = now;
        now = free_row;
    }
    return old[n];
}

/* "radau" of "radau-ggl": all letters between two hyphens, or an end. */
static bool is_part(const char *word, int m, const char *candidate, int n)
{
    for (int i = 0; m >= 3 && i + m <= n; i++)
        if ((!i || candidate[i - 1] == '-') && (i + m == n || candidate[i + m] == '-') &&
            !strncmp(candidate + i, word, (size_t)m))
            return true;
    return false;
}

/* A third of the letters may be wrong, and one is right. */
static void consider(nearest *best, const char *word, int m, const char *candidate, int n)
{
    int longer = m > n ? m : n, d = distance(word, m, candidate, n);
    if (is_part(word, m, candidate, n)) d = 0;
    if (d > (longer + 2) / 3 || d >= longer || (best->word && d >= best->distance)) return;
    *best = (nearest){candidate, n, d};
}

const char *hol_nearest(const char *word, const char *const candidate[], int count)
{
    nearest best = {NULL, 0, 0};
    for (int i = 0; i < count; i++)
        consider(&best, word, (int)strlen(word), candidate[i], (int)strlen(candidate[i]));
    return best.word;
}

/* ---------------------------------------------------------------- choices */

/* The next word of a list separated by blanks, NULL at its end. */
static const char *next_word(const char **list, int *length)
{
    const char *word = *list + strspn(*list, " ");
    *length = (int)strcspn(word, " ");
    *list = word + *length;
    return *length ? word : NULL;
}

static int choice_count(const char *choices)
{
    int count = 0, length;
    while (next_word(&choices, &length)) count++;
    return count;
}

/* "legendre, central or difference" */
static void list_choices(const char *choices, char text[], size_t size)
{
    int count = choice_count(choices), length;
    const char *word;
    text[0] = '\0';
    for (int i = 0; (word = next_word(&choices, &length)); i++) {
        const char *before = !i ? "" : i == count - 1 ? " or " : ", ";
        hol_append(text, size, "%s%.*s", before, length, word);
    }
}

/* ": did you mean 'velocity'?", or nothing */
static void suggest(const nearest *best, char text[], size_t size)
{
    text[0] = '\0';
    if (best->word) snprintf(text, size, ": did you mean '%.*s'?", best->length, best->word);
}

static bool set_choice(const hol_option *option, const char *what, const char *text, double *value,
                       hol_message *why)
{
    const char *list = option->choices, *word;
    int length, given = (int)strlen(text);
    nearest best = {NULL, 0, 0};
    for (int i = 0; (word = next_word(&list, &length)); i++) {
        if (length == given && !strncmp(word, text, (size_t)length)) {
            *value = i;
            return true;
        }
        consider(&best, text, given, word, length);
    }
    char words[256], hint[WORD + 32];
    list_choices(option->choices, words, sizeof words);
    suggest(&best, hint, sizeof hint);
    return hol_wrong(why, "%s '%s' takes %s, not '%.80s'%s", what, option->name, words, text, hint);
}

/* ---------------------------------------------------------------- numbers */

/* "option 'tau' = -1 is out of range [0, 1e6]: damping time [s]" */
static void say_range(const hol_option *option, const char *what, const char *given,
                      hol_message *why)
{
    char min[64], max[64];
    hol_option_print(option, option->min, min);
    hol_option_print(option, option->max, max);
    hol_say(why, "%s '%s' = %.80s is out of range [%s, %s]: %.160s", what, option->name, given, min,
            max, option->help);
}

static bool is_in_range(const hol_option *option, double x)
{
    return isfinite(x) && x >= option->min && x <= option->max;
}

static bool set_number(const hol_option *option, const char *what, const char *text, double *value,
                       hol_message *why)
{
    const char *kind = option->kind == HOL_INT ? "an integer" : "a number";
    char *end;
    double x = hol_strtod(text, &end);
    bool number = end != text && !*end && strspn(text, "+-.0123456789eE") == strlen(text);
    if (!number || (option->kind == HOL_INT && isfinite(x) && x != nearbyint(x)))
        return hol_wrong(why, "%s '%s' takes %s, not '%.80s'", what, option->name, kind, text);
    if (!is_in_range(option, x)) {
        say_range(option, what, text, why);
        return false;
    }
    *value = x;
    return true;
}

void hol_option_print(const hol_option *option, double value, char text[64])
{
    if (option->kind == HOL_CHOICE) {
        const char *list = option->choices, *word;
        int length;
        text[0] = '\0';
        for (int i = 0; (word = next_word(&list, &length)); i++)
            if (i == (int)value) snprintf(text, 64, "%.*s", length, word);
        return;
    }
    hol_number_shortest(value, text);
}

/* ---------------------------------------------------------------- tables */

int hol_option_count(const hol_option table[])
{
    int count = 0;
    while (table && table[count].name) count++;
    return count;
}

void hol_option_defaults(const hol_option table[], double value[])
{
    for (int i = 0; i < hol_option_count(table); i++) value[i] = table[i].value;
}

void hol_options_changed(const hol_option table[], const double value[], const char *flag,
                         char text[], size_t size)
{
    for (int i = 0; value && i < hol_option_count(table); i++) {
        char word[64];
        if (value[i] == table[i].value) continue;
        hol_option_print(&table[i], value[i], word);
        hol_append(text, size, "%s%s%s=%s", *text ? " " : "", flag, table[i].name, word);
    }
}

static bool check(const hol_option *option, const char *what, double x, hol_message *why)
{
    bool whole = option->kind == HOL_REAL || x == nearbyint(x);
    if (is_in_range(option, x) && whole) return true;
    char given[64], words[256];
    hol_option_print(&(hol_option){.kind = HOL_REAL}, x, given);
    if (option->kind == HOL_CHOICE) {
        list_choices(option->choices, words, sizeof words);
        hol_say(why, "%s '%s' takes the place, from 0 to %g, of one of %s, not %s", what,
                option->name, option->max, words, given);
    } else if (whole) {
        say_range(option, what, given, why);
    } else {
        hol_say(why, "%s '%s' takes an integer, not %s", what, option->name, given);
    }
    return false;
}

bool hol_option_check(const hol_option table[], const char *what, const double value[],
                      hol_message *why)
{
    for (int i = 0; i < hol_option_count(table); i++)
        if (!check(table + i, what, value[i], why)) return false;
    return true;
}

static void say_unknown(const hol_option table[], const char *what, const char *name, int length,
                        hol_message *why)
{
    nearest best = {NULL, 0, 0};
    int count = hol_option_count(table), shown = length < 80 ? length : 80;
    char names[256] = "", hint[WORD + 32];
    for (int i = 0; i < count; i++) {
        consider(&best, name, length, table[i].name, (int)strlen(table[i].name));
        hol_append(names, sizeof names, "%s%.*s", i ? ", " : "", WORD, table[i].name);
    }
    suggest(&best, hint, sizeof hint);
    if (count)
        hol_say(why, "unknown %s '%.*s'%s (%ss: %s)", what, shown, name, hint, what, names);
    else
        hol_say(why, "unknown %s '%.*s': there are no %ss", what, shown, name, what);
}

static const hol_option *find(const hol_option table[], const char *name, int length)
{
    for (int i = 0; i < hol_option_count(table); i++)
        if ((int)strlen(table[i].name) == length && !strncmp(table[i].name, name, (size_t)length))
            return table + i;
    return NULL;
}

bool hol_option_set(const hol_option table[], const char *what, const char *text, double value[],
                    hol_message *why)
{
    int length = (int)strcspn(text, "=");
    const char *given = text[length] ? text + length + 1 : "";
    const hol_option *option = find(table, text, length);
    if (!option) {
        say_unknown(table, what, text, length, why);
        return false;
    }
    if (!*given) {
        char usual[64];
        hol_option_print(option, option->value, usual);
        return hol_wrong(why, "%s '%s' needs a value: %s=%s", what, option->name, option->name,
                         usual);
    }
    double *place = value + (option - table);
    return option->kind == HOL_CHOICE ? set_choice(option, what, given, place, why)
                                      : set_number(option, what, given, place, why);
}
