/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was derived, kept in the cache: the reference, references/NAME/KEY.ref, and the state it
 * goes on from, references/NAME/KEY.state, with every number to its last bit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/lines.h"
#include "base/text.h"
#include "harness/run/reference_of.h"
#include "harness/study/derive.h"
#include "harness/study/quad_text.h"
#include "holonomy/memory.h"

static const char first_line[] = "# holonomy derivation 1";
enum { PATH = sizeof((hol_derivation *)0)->path, POSE = 13 };

/* ---------------------------------------------------------------- the state, one way and back */

/* The numbers of a state in their order, a line each, written or read. */
typedef struct {
    FILE *out;     /* NULL: read */
    hol_lines *in; /* NULL: write */
    bool good;
} transfer;

static void number(transfer *x, double *value)
{
    if (x->out) {
        fprintf(x->out, "%a\n", *value);
        return;
    }
    char *end;
    x->good = x->good && hol_lines_next(x->in);
    if (!x->good) return;
    *value = strtod(x->in->text, &end);
    x->good = end != x->in->text && !*end;
}

/* As a sum of three doubles, which have its 113 bits. */
static void quad(transfer *x, hol_quad *value)
{
    hol_quad rest = *value, sum = 0;
    for (int k = 0; k < 3; k++) {
        double part = (double)rest;
        number(x, &part);
        rest -= (hol_quad)part;
        sum += (hol_quad)part;
    }
    if (x->in) *value = sum;
}

static void each_number(transfer *x, hol_derivation *d)
{
    number(x, &d->kinetic);
    number(x, &d->violation);
    for (int k = 0; k < HOL_DERIVE_KINDS; k++) {
        number(x, &d->apart[k]);
        number(x, &d->size[k]);
    }
    for (int k = 0; k < d->by->ways; k++) {
        hol_derive_way *w = &d->way[k];
        number(x, &w->t);
        number(x, &w->steps);
        quad(x, &w->least);
        quad(x, &w->most);
        for (int i = 0; i < w->numbers; i++) quad(x, &w->state[i]);
    }
}

/* ---------------------------------------------------------------- what is there */

static bool read_header(hol_lines *in, const hol_derivation *d, int *digits, int *rows,
                        hol_message *ended)
{
    char key[HOL_DIGEST];
    if (!hol_lines_next(in) || sscanf(in->text, "# model: %64s", key) != 1) return false;
    if (strcmp(key, d->key)) return false;
    if (!hol_lines_next(in) || sscanf(in->text, "# digits: %d", digits) != 1) return false;
    if (!hol_lines_next(in) || sscanf(in->text, "# rows: %d", rows) != 1) return false;
    if (!hol_lines_next(in) || strncmp(in->text, "# ended:", 8)) return false;
    hol_say(ended, "%s", in->text + 8 + (in->text[8] == ' '));
    return *rows > 0;
}

static bool read_row(hol_derivation *d, const char *text)
{
    char *end;
    d->t[d->rows] = strtod(text, &end);
    const char *at = end + strspn(end, " ");
    hol_quad *x = (hol_quad *)(d->pose + (size_t)d->rows * (size_t)d->bodies);
    for (int i = 0; i < POSE * d->bodies && *at; i++) x[i] = hol_quad_read(&at);
    x = d->lambda + (size_t)d->rows * (size_t)d->multipliers;
    for (int i = 0; i < d->multipliers && *at; i++) x[i] = hol_quad_read(&at);
    return end != text && !*at;
}

/* The first `rows` of the reference: it may have been written after the state was. */
static bool read_rows(hol_derivation *d, const char *path, int rows)
{
    hol_message why;
    hol_lines in;
    size_t all = (size_t)rows + (size_t)d->room;
    d->t = hol_alloc(d->memory, all, sizeof *d->t);
    d->pose = hol_alloc(d->memory, all * (size_t)d->bodies, sizeof *d->pose);
    d->lambda = hol_alloc(d->memory, all * (size_t)d->multipliers, sizeof *d->lambda);
    bool good = hol_lines_begin(&in, path, "# holonomy reference 1", &why);
    while (good && d->rows < rows && hol_lines_next(&in)) {
        if (in.text[0] == '#') continue;
        good = read_row(d, in.text);
        d->rows++;
    }
    good = good && d->rows == rows;
    return hol_lines_end(&in, good);
}

static bool read_state(hol_derivation *d, const char *path, int *rows)
{
    hol_message why;
    hol_lines in;
    int digits;
    transfer x = {.in = &in};
    x.good = hol_lines_begin(&in, path, first_line, &why) &&
             read_header(&in, d, &digits, rows, &d->ended) && digits >= d->asked;
    if (x.good) each_number(&x, d);
    return hol_lines_end(&in, x.good && !hol_lines_next(&in));
}

/* Everything as it was before there was nothing to go on from. */
static bool nothing(hol_derivation *d)
{
    d->rows = 0;
    d->kinetic = d->violation = 0;
    d->ended.text[0] = '\0';
    for (int k = 0; k < HOL_DERIVE_KINDS; k++) d->apart[k] = d->size[k] = 0;
    for (int k = 0; k < d->by->ways; k++) d->way[k].t = d->way[k].steps = 0;
    return false;
}

/* "KEY.ref"; of a witness "KEY.mexax.ref". */
static void name_of(const hol_derivation *d, const char *problem, const char *end,
                    char name[HOL_CACHED_NAME])
{
    char own[32];
    snprintf(own, sizeof own, "%s.%s", d->by->name, end);
    hol_reference_cached_name(problem, d->key, d->witness ? own : end, name);
}

static bool file_of(const hol_derivation *d, const char *problem, const char *end, char path[PATH])
{
    char name[HOL_CACHED_NAME];
    name_of(d, problem, end, name);
    return hol_cache_find(name, path, PATH);
}

static void set_place(hol_derivation *d, const char *problem)
{
    char name[HOL_CACHED_NAME], instead_of[PATH];
    name_of(d, problem, "ref", name);
    hol_cache_place place =
        hol_cache_make(name, d->path, sizeof d->path, instead_of, sizeof instead_of);
    if (place == HOL_CACHE_TEMPORARY)
        hol_say(&d->place, "%.200s cannot be written to: %.250s is used", instead_of, d->path);
    if (place == HOL_CACHE_NONE) {
        hol_say(&d->place, "%.200s cannot be written to: the reference is not kept", instead_of);
        d->path[0] = '\0';
    }
}

bool hol_derive_had(hol_derivation *d, const hol_derive_task *task)
{
    char state[PATH], rows_of[PATH];
    int rows = 0;
    const char *problem = task->problem->name;
    set_place(d, problem);
    if (!file_of(d, problem, "state", state) || !file_of(d, problem, "ref", rows_of)) return false;
    bool good = read_state(d, state, &rows) && read_rows(d, rows_of, rows);
    return good || nothing(d);
}

/* ---------------------------------------------------------------- what is left there */

static void write_state(const hol_derivation *d, FILE *out)
{
    hol_derivation copy = *d;
    transfer x = {.out = out};
    fprintf(out, "%s\n# model: %s\n# digits: %d\n# rows: %d\n# ended: %s\n", first_line, d->key,
            d->asked, d->rows, d->ended.text);
    each_number(&x, &copy);
}

/* The rows, or the state, under a name of its own first: what is there is always whole. */
static bool replace(const char *path, const hol_derivation *d, const hol_derive_task *task,
                    bool state)
{
    char made[PATH + 32];
    snprintf(made, sizeof made, "%s.%ld", path, (long)getpid());
    FILE *out = hol_open_file(made, "w");
    if (out && state)
        write_state(d, out);
    else if (out)
        hol_derivation_write(d, task, INFINITY, out);
    bool good = out && !ferror(out);
    if (out) good = fclose(out) == 0 && good;
    good = good && rename(made, path) == 0;
    if (!good) remove(made);
    return good;
}

void hol_derive_keep(hol_derivation *d, const hol_derive_task *task)
{
    char state[PATH];
    size_t stem = strlen(d->path) - strlen("ref");
    snprintf(state, sizeof state, "%.*sstate", (int)stem, d->path);
    if (replace(d->path, d, task, false) && replace(state, d, task, true)) return;
    hol_say(&d->place, "%.400s cannot be written: the reference is not kept", d->path);
    d->path[0] = '\0';
}
