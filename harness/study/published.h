/* SPDX-License-Identifier: GPL-3.0-or-later */
/* published.h: values that others have printed, beside true ones.
 *
 * reference/published/NAME.values has the true ones, which a program of reference/ made by two
 * derivations; reference/published/NAME.tsv those that are printed.  docs/files.md has both
 * formats.
 */
#pragma once

#include "base/table.h"
#include "harness/study/derive.h"

typedef struct {
    const char *parameters; /* "default", or those that differ, "M=1e-8" */
    const char *quantity, *unit;
    const char *t; /* [s], "-": it has none */
    int digits;    /* trusted */
    hol_quad x;
} hol_known_value;

typedef struct {
    const char *name;      /* of the files, without their ends */
    const char *problem;   /* its name */
    const char *method[2]; /* the two derivations; NULL: not said */
    int count;
    hol_known_value *of;
    hol_memory *memory;
} hol_known_values;

/* False after a message that names file and line. */
bool hol_known_read(const char *name, hol_known_values *known, hol_message *why);
void hol_known_free(hol_known_values *known);
/* NULL: there is none. */
const hol_known_value *hol_known_find(const hol_known_values *known, const char *parameters,
                                      const char *quantity, const char *t);
/* The fewest trusted digits of all values. */
int hol_known_digits(const hol_known_values *known);

/* How many of the digits of a printed number hold: the n-th does where the number is off by less
 * than one unit of the place of that digit, so that rounding and cutting off both pass.  of: how
 * many it has. */
int hol_digits_held(const char *printed, hol_quad x, int *of);

/* A row for each printed value of every file: those of one quantity stand together, the nearest
 * first.  False after a message that names file and line. */
bool hol_published_table(hol_table *t, hol_message *why);
/* A row for each file of true values and for each shipped reference: how many values or which
 * motion, and what its derivations, which are named, agree on. */
bool hol_known_table(hol_table *t, hol_message *why);
