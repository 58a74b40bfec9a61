/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of true values, and the model's own motion beside them: see published.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/published.h"
#include "harness/study/published_line.h"
#include "harness/study/quad_text.h"
#include "holonomy/reference.h"

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
    for (int i = 0; i < known->count; i++) {
        const hol_known_value *v = &known->of[i];
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

/* ---------------------------------------------------------------- the model's own motion */

typedef struct {
    const hol_known_values *known;
    const char *parameters;
    double until; /* [s] */
    int times;
    hol_quad *t; /* increasing [s] */
} wanted;

static bool is_of(const wanted *w, const hol_known_value *v)
{
    return !strcmp(v->parameters, w->parameters) && strcmp(v->t, "-") &&
           strtod(v->t, NULL) <= w->until;
}

static int ascending(const void *a, const void *b)
{
    hol_quad x = *(const hol_quad *)a, y = *(const hol_quad *)b;
    return (x > y) - (x < y);
}

/* The times of the values, each once. */
static void take_times(wanted *w)
{
    w->t = hol_new(w->known->count + 1, sizeof *w->t);
    for (int i = 0; i < w->known->count; i++) {
        const char *text = w->known->of[i].t;
        if (is_of(w, &w->known->of[i])) w->t[w->times++] = hol_quad_read(&text);
    }
    qsort(w->t, (size_t)w->times, sizeof *w->t, ascending);
    int distinct = 0;
    for (int i = 0; i < w->times; i++)
        if (!distinct || w->t[i] != w->t[distinct - 1]) w->t[distinct++] = w->t[i];
    w->times = distinct;
}

/* The coordinate BODY.x .y .z .vx .vy .vz of a row of poses; NULL: the quantity is none. */
static const hol_quad *coordinate(const hol_derivation *d, int row, const char *quantity)
{
    static const char *const component[6] = {"x", "y", "z", "vx", "vy", "vz"};
    const char *dot = strrchr(quantity, '.');
    for (int b = 0; dot && b < d->bodies; b++) {
        const hol_quad_pose *pose = &d->pose[row * d->bodies + b];
        if (strlen(d->body[b]) != (size_t)(dot - quantity)) continue;
        if (strncmp(d->body[b], quantity, (size_t)(dot - quantity)) != 0) continue;
        for (int k = 0; k < 6; k++)
            if (!strcmp(dot + 1, component[k])) return k < 3 ? &pose->r[k] : &pose->v[k - 3];
    }
    return NULL;
}

static int row_of(const hol_derivation *d, const char *t)
{
    double at = strtod(t, NULL);
    for (int row = 0; row < d->rows; row++)
        if (fabs(d->t[row] - at) <= 1e-12 * fmax(1, at)) return row;
    return -1;
}

/* The largest of all values of the unit. */
static double size_of(const wanted *w, const char *unit)
{
    double size = 0;
    for (int i = 0; i < w->known->count; i++) {
        const hol_known_value *v = &w->known->of[i];
        if (is_of(w, v) && !strcmp(v->unit, unit)) size = fmax(size, fabs((double)v->x));
    }
    return size;
}

static void compare(const wanted *w, const hol_derivation *d, hol_known_agreement *found)
{
    double worst = 0;
    for (int i = 0; i < w->known->count; i++) {
        const hol_known_value *v = &w->known->of[i];
        int row = is_of(w, v) ? row_of(d, v->t) : -1;
        const hol_quad *x = row < 0 ? NULL : coordinate(d, row, v->quantity);
        if (!x) continue;
        worst = fmax(worst, fabs((double)(*x - v->x)) / size_of(w, v->unit));
        found->compared++;
    }
    if (found->compared) found->digits = (int)floor(-log10(fmax(worst, 1e-30)));
}

static bool derive(const wanted *w, const hol_problem *problem, hol_known_agreement *found,
                   hol_message *why)
{
    hol_reference setting = {.digits = 1}; /* whose parameters are read as a reference's are */
    double *par = hol_new(hol_option_count(problem->parameters) + 1, sizeof *par);
    if (strcmp(w->parameters, "default") != 0)
        snprintf(setting.parameters, sizeof setting.parameters, "%s", w->parameters);
    const hol_derive_task task = {.problem = problem,
                                  .par = par,
                                  .until = (double)w->t[w->times - 1],
                                  .times = w->t,
                                  .count = w->times,
                                  .by = &hol_by_series};
    hol_derivation *d =
        hol_reference_parameters(&setting, problem, par, why) ? hol_derive(&task, why) : NULL;
    if (d) {
        compare(w, d, found);
        found->ended = d->ended;
    }
    hol_derivation_free(d);
    free(par);
    return d;
}

bool hol_known_agree(const hol_known_values *known, const char *parameters, double until,
                     hol_known_agreement *found, hol_message *why)
{
    wanted w = {.known = known, .parameters = parameters, .until = until};
    const hol_problem *problem = hol_problem_named(known->problem);
    *found = (hol_known_agreement){0};
    take_times(&w);
    if (!problem) hol_say(why, "%s: no problem '%s'", known->name, known->problem);
    if (problem && !w.times) hol_say(why, "%s: no value up to %g s", known->name, until);
    bool good = problem && w.times && derive(&w, problem, found, why);
    free(w.t);
    return good;
}
