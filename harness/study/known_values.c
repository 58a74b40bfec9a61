/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of true values: see published.h. */
#include <stdlib.h>
#include <string.h>

#include "harness/study/published.h"
#include "harness/study/published_line.h"
#include "harness/study/quad_text.h"

/* ---------------------------------------------------------------- the file */

enum { PARAMETERS, QUANTITY, UNIT, TIME, DIGITS, VALUE, FIELDS };
enum { MOST_DIGITS = 34 };

static bool take_header(void *self, hol_lines *in, const char *key, const char *value)
{
    hol_known_values *known = self;
    (void)in;
    if (!strcmp(key, "problem")) known->problem = hol_published_keep(known->memory, value);
    if (!strcmp(key, "method") && !known->method[1])
        known->method[known->method[0] != NULL] = hol_published_keep(known->memory, value);
    return true;
}

static bool take_row(void *self, hol_lines *in, char *field[])
{
    hol_known_values *known = self;
    if (strcmp(field[TIME], "-") && !hol_published_number(in, "t", field[TIME])) return false;
    if (!hol_published_number(in, "digits", field[DIGITS])) return false;
    if (!hol_published_number(in, "value", field[VALUE])) return false;
    const char *text = field[VALUE];
    hol_known_value v = {.digits = atoi(field[DIGITS]), .x = hol_quad_read(&text)};
    if (v.digits < 1 || v.digits > MOST_DIGITS)
        return hol_lines_wrong(in, "digits: must be from 1 to 34");
    if (hol_known_find(known, field[PARAMETERS], field[QUANTITY], field[TIME]))
        return hol_lines_wrong(in, "this value stands twice");
    v.parameters = hol_published_keep(known->memory, field[PARAMETERS]);
    v.quantity = hol_published_keep(known->memory, field[QUANTITY]);
    v.unit = hol_published_keep(known->memory, field[UNIT]);
    v.t = hol_published_keep(known->memory, field[TIME]);
    known->of = hol_grow(known->memory, known->of, known->count, sizeof *known->of);
    known->of[known->count++] = v;
    return true;
}

bool hol_known_read(const char *name, hol_known_values *known, hol_message *why)
{
    char file[96];
    const hol_published_format format = {.first = "# holonomy values 1",
                                         .columns = "parameters\tquantity\tunit\tt\tdigits\tvalue",
                                         .fields = FIELDS,
                                         .header = take_header,
                                         .row = take_row,
                                         .self = known};
    *known = (hol_known_values){.memory = hol_memory_new()};
    if (!known->memory) hol_no_memory();
    known->name = hol_published_keep(known->memory, name);
    snprintf(file, sizeof file, "%.80s.values", name);
    bool good = hol_published_read(file, &format, why);
    if (good && !known->problem) {
        hol_say(why, "%s: the header line \"# problem: \" must be there", file);
        good = false;
    }
    return good;
}

void hol_known_free(hol_known_values *known)
{
    hol_memory_end(known->memory);
    *known = (hol_known_values){0};
}

const hol_known_value *hol_known_find(const hol_known_values *known, const char *parameters,
                                      const char *quantity, const char *t)
{
    for (const hol_known_value *v = known->of; v < known->of + known->count; v++) {
        if (!strcmp(v->quantity, quantity) && !strcmp(v->parameters, parameters) &&
            !strcmp(v->t, t))
            return v;
    }
    return NULL;
}

int hol_known_digits(const hol_known_values *known)
{
    int least = MOST_DIGITS;
    for (int i = 0; i < known->count; i++)
        if (known->of[i].digits < least) least = known->of[i].digits;
    return least;
}
