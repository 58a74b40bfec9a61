/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/option.h: the table of options of a method or of parameters of a problem. */
#ifndef HOLONOMY_OPTION_H
#define HOLONOMY_OPTION_H

#include <stdbool.h>

#include "status.h"

typedef enum { HOL_REAL, HOL_INT, HOL_CHOICE } hol_option_kind;

typedef struct { /* one row of the table of a method's options or a problem's parameters */
    const char *name;
    hol_option_kind kind;
    double value, min, max; /* default and inclusive range; a choice: index of the default */
    const char *choices;    /* "midpoint left trapezoid", NULL unless a choice */
    const char *help;       /* with the unit */
} hol_option;               /* a table ends with a row whose name is NULL */

/* Number of rows, and the defaults. */
int hol_option_count(const hol_option table[]);
void hol_option_defaults(const hol_option table[], double value[]);
/* Sets one value from the text "name=value"; false with a message that calls it `what` ("option",
 * "parameter") and names the nearest valid name, or the range and what the help says of the unit,
 * or the choices. */
bool hol_option_set(const hol_option table[], const char *what, const char *text, double value[],
                    hol_message *why);
/* Writes a value as the user would type it. */
void hol_option_print(const hol_option *option, double value, char text[64]);
/* The candidate nearest to a mistyped word (Damerau-Levenshtein), NULL where none is near. */
const char *hol_nearest(const char *word, const char *const candidate[], int count);

#endif
