/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/option.h: the table of options of a method or of parameters of a problem. */
#ifndef HOLONOMY_OPTION_H
#define HOLONOMY_OPTION_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

#include "holonomy/api.h"
#include "holonomy/status.h"

HOL_API_BEGIN

typedef enum { HOL_REAL, HOL_INT, HOL_CHOICE } hol_option_kind;

typedef struct { /* one row of the table of a method's options or a problem's parameters */
    const char *name;
    hol_option_kind kind;
    double value, min, max; /* default and inclusive range; a choice: index of the default */
    const char *choices;    /* "midpoint left trapezoid", NULL unless a choice */
    const char *help;       /* with the unit */
} hol_option;               /* a table ends with a row whose name is NULL */

/* The value of row `row` in value[], which has one of every row: of a choice (its index) or an
 * integer; of a real number. */
static inline int hol_option_choice(const hol_option table[], const double value[], int row)
{
    assert(table[row].kind != HOL_REAL);
    return (int)value[row];
}

static inline double hol_option_real(const hol_option table[], const double value[], int row)
{
    assert(table[row].kind == HOL_REAL);
    return value[row];
}

/* Number of rows, and the defaults. */
int hol_option_count(const hol_option table[]);
void hol_option_defaults(const hol_option table[], double value[]);
/* Sets one value from the text "name=value"; false with a message that calls it `what` ("option",
 * "parameter") and names the nearest valid name, or the range and what the help says of the unit,
 * or the choices. */
bool hol_option_set(const hol_option table[], const char *what, const char *text, double value[],
                    hol_message *why);
/* Whether every value[] is finite, in the range of its row, and whole where the row is a choice or
 * an integer; else false with a message that names the first row whose value is not. */
bool hol_option_check(const hol_option table[], const char *what, const double value[],
                      hol_message *why);
/* Writes a value as the user would type it. */
void hol_option_print(const hol_option *option, double value, char text[64]);
/* Appends to a text what is not the default, as the user would type it: "a=1 b=left", each behind
 * the flag ("-o ", or "") and all behind a blank where the text has begun.  value NULL: the
 * defaults. */
void hol_options_changed(const hol_option table[], const double value[], const char *flag,
                         char text[], size_t size);
/* The candidate nearest to a mistyped word: one that has it between hyphens, or by
 * Damerau-Levenshtein; NULL where none is near. */
const char *hol_nearest(const char *word, const char *const candidate[], int count);

HOL_API_END

#endif
