/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printed values scored: see published.h. */
#include "harness/study/published.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/say.h"
#include "base/text.h"
#include "harness/study/published_line.h"
#include "harness/study/quad_text.h"
#include "holonomy/reference.h"

enum { BY, PARAMETERS, QUANTITY, TIME, PRINTED, SLIP, WHY, FIELDS };

typedef struct {
    const char *field[FIELDS];           /* the memory's */
    const hol_known_value *truth, *slip; /* slip NULL: none is known */
    double error;
    int held, of, slip_held;
} printed_value;

typedef struct {
    hol_known_values known;
    int count;
    printed_value *value;
} printed_file;

/* ---------------------------------------------------------------- the score */

int hol_digits_held(const char *printed, hol_quad x, int *of)
{
    int digits = 0, before = 0; /* places of the point from the first digit */
    bool point = false;
    for (const char *c = printed; *c && *c != 'e' && *c != 'E'; c++) {
        if (*c == '.') point = true;
        if (*c < '0' || *c > '9') continue;
        if (digits || *c != '0') digits++;
        if (digits && !point) before++;
        if (!digits && point) before--;
    }
    const char *power = strpbrk(printed, "eE"), *text = printed;
    if (power) before += atoi(power + 1);
    hol_quad off = hol_quad_read(&text) - x;
    if (off < 0) off = -off;
    hol_quad place = 1;
    for (int k = 1; k < before; k++) place *= 10;
    for (int k = before; k < 1; k++) place /= 10;
    *of = digits;
    int held = 0; /* the place of the first digit, then ten times finer each */
    while (held < digits && off < place) held++, place /= 10;
    return held;
}

/* ---------------------------------------------------------------- the file */

/* Says which quantity is meant where none is known. */
static bool unknown(const printed_file *f, hol_lines *in, char *field[], const char *parameters)
{
    const char **name = hol_new(f->known.count, sizeof *name);
    for (int i = 0; i < f->known.count; i++) name[i] = f->known.of[i].quantity;
    bool named = false;
    for (int i = 0; i < f->known.count; i++) named = named || !strcmp(name[i], field[QUANTITY]);
    hol_guess guess = {""};
    if (!named) guess = hol_did_you_mean(field[QUANTITY], name, f->known.count);
    free(name);
    return hol_lines_wrong(in, "%s.values has no '%.40s' at t = %.20s of %.60s%s", f->known.name,
                           field[QUANTITY], field[TIME], parameters, guess.text);
}

static bool take_row(void *self, hol_lines *in, char *field[])
{
    printed_file *f = self;
    printed_value v = {.truth = NULL};
    if (!hol_published_number(in, "printed", field[PRINTED])) return false;
    v.truth = hol_known_find(&f->known, field[PARAMETERS], field[QUANTITY], field[TIME]);
    if (!v.truth) return unknown(f, in, field, field[PARAMETERS]);
    bool slips = strcmp(field[SLIP], "-") != 0;
    if (slips) v.slip = hol_known_find(&f->known, field[SLIP], field[QUANTITY], field[TIME]);
    if (slips && !v.slip) return unknown(f, in, field, field[SLIP]);
    v.held = hol_digits_held(field[PRINTED], v.truth->x, &v.of);
    if (v.slip) v.slip_held = hol_digits_held(field[PRINTED], v.slip->x, &v.of);
    const char *text = field[PRINTED];
    v.error = fabs((double)(hol_quad_read(&text) - v.truth->x));
    for (int i = 0; i < FIELDS; i++) v.field[i] = hol_published_keep(f->known.memory, field[i]);
    f->value = hol_grow(f->known.memory, f->value, f->count, sizeof *f->value);
    f->value[f->count++] = v;
    return true;
}

static bool read_file(const char *name, printed_file *f, hol_message *why)
{
    char file[96];
    const hol_published_format format = {.first = "# holonomy published 1",
                                         .columns =
                                             "by\tparameters\tquantity\tt\tprinted\tslip\twhy",
                                         .fields = FIELDS,
                                         .row = take_row,
                                         .self = f};
    *f = (printed_file){.count = 0};
    snprintf(file, sizeof file, "%.80s.tsv", name);
    return hol_known_read(name, &f->known, why) && hol_published_read(file, &format, why);
}

/* ---------------------------------------------------------------- the tables */

/* The first digits, as many as are given. */
static void put_quad(hol_table *t, hol_quad x, int digits)
{
    hol_text whole;
    hol_text_begin(&whole);
    hol_quad_put(whole.out, x);
    char *text = hol_text_end(&whole);
    long power = strtol(strchr(text, 'e') + 1, NULL, 10);
    if (power < -4 || power > 6) /* cut to the digits, with its power */
        hol_cell(t, "%.*se%+ld", digits + (x < 0) + 1, text + 1, power);
    else { /* the point moved to its place */
        const char *c = text + 1;
        char plain[64];
        int n = 0, shown = 0;
        if (*c == '-') plain[n++] = *c++;
        if (power < 0) n += snprintf(plain + n, 16, "0.%.*s", (int)(-power - 1), "0000");
        for (long place = power; shown < digits && *c && *c != 'e'; c++) {
            if (*c == '.') continue;
            plain[n++] = *c;
            shown++;
            if (place-- == 0 && shown < digits) plain[n++] = '.';
        }
        plain[n] = '\0';
        hol_cell(t, "%s", plain);
    }
    free(text);
}

/* Values of one quantity, time and parameters stand together, at the place of the first of them,
 * the nearest to the truth first. */
static void sort(printed_file *f)
{
    for (int i = 1; i < f->count; i++) {
        printed_value v = f->value[i];
        int place = i, first = i;
        for (int k = i - 1; k >= 0; k--)
            if (f->value[k].truth == v.truth) first = k;
        if (first == i) continue;
        for (place = first; place < i; place++)
            if (f->value[place].truth != v.truth || f->value[place].error > v.error) break;
        memmove(f->value + place + 1, f->value + place, (size_t)(i - place) * sizeof v);
        f->value[place] = v;
    }
}

static void put_run(hol_table *t, const printed_file *f, const printed_value *v)
{
    hol_text command;
    hol_text_begin(&command);
    fprintf(command.out, "holonomy run %s jet-dop853", f->known.problem);
    for (const char *c = v->field[SLIP]; *c; c += strspn(c, " ")) {
        int n = (int)strcspn(c, " ");
        fprintf(command.out, " -p %.*s", n, c);
        c += n;
    }
    if (strcmp(v->field[TIME], "-") != 0) fprintf(command.out, " --until %s", v->field[TIME]);
    char *text = hol_text_end(&command);
    hol_cell(t, "%s", text);
    free(text);
}

static void put_value(hol_table *t, const printed_file *f, const printed_value *v)
{
    int digits = v->truth->digits < v->of + 2 ? v->truth->digits : v->of + 2;
    hol_cells(t, f->known.problem, v->field[BY], v->field[PARAMETERS], v->field[QUANTITY],
              v->truth->unit, v->field[TIME], v->field[PRINTED], NULL);
    put_quad(t, v->truth->x, digits);
    hol_cell_number(t, v->held);
    hol_cell_number(t, v->of);
    hol_cell_number(t, v->error);
    if (v->slip) {
        hol_cells(t, v->field[WHY], v->field[SLIP], NULL);
        hol_cell_number(t, v->slip_held);
        put_run(t, f, v);
    } else {
        if (strcmp(v->field[WHY], "-") != 0)
            hol_cell(t, "%s", v->field[WHY]);
        else
            hol_cell_none(t);
        for (int i = 0; i < 3; i++) hol_cell_none(t);
    }
}

static bool put_printed(hol_table *t, const char *name, hol_message *why)
{
    printed_file f;
    bool good = read_file(name, &f, why);
    if (good) sort(&f);
    for (int i = 0; good && i < f.count; i++) put_value(t, &f, &f.value[i]);
    hol_known_free(&f.known);
    return good;
}

static void put_derivations(hol_table *t, const char *const method[2])
{
    for (int i = 0; i < 2; i++)
        if (method[i])
            hol_cell(t, "%s", method[i]);
        else
            hol_cell_none(t);
}

static bool put_known(hol_table *t, const char *name, hol_message *why)
{
    hol_known_values known;
    bool good = hol_known_read(name, &known, why);
    if (good) {
        hol_cells(t, known.problem, "all", NULL);
        hol_cell(t, "%d values", known.count);
        hol_cell_number(t, hol_known_digits(&known));
        put_derivations(t, known.method);
    }
    hol_known_free(&known);
    return good;
}

/* The values of the first two headers "# method: " of a reference, in text. */
static bool read_methods(const char *path, char text[2][512], hol_message *why)
{
    static const char key[] = "# method: ";
    hol_lines in;
    int count = 0;
    bool good = hol_lines_begin(&in, path, "# holonomy reference 1", why);
    while (good && count < 2 && hol_lines_next(&in) && in.text[0] == '#')
        if (!strncmp(in.text, key, sizeof key - 1))
            snprintf(text[count++], sizeof text[0], "%.511s", in.text + sizeof key - 1);
    return hol_lines_end(&in, good);
}

static bool put_reference(hol_table *t, const hol_problem *problem, const char *file,
                          hol_message *why)
{
    char path[512], text[2][512] = {"", ""};
    if (!hol_reference_find(file, path, sizeof path))
        return hol_wrong(why, "%.400s cannot be read", path);
    hol_reference *ref = hol_reference_read(path, why);
    bool good = ref && read_methods(path, text, why);
    if (good) {
        const char *const method[2] = {text[0][0] ? text[0] : NULL, text[1][0] ? text[1] : NULL};
        hol_cells(t, problem->name, ref->parameters[0] ? ref->parameters : "default", NULL);
        hol_cell(t, "motion to %g s", ref->t[ref->rows - 1]);
        hol_cell_number(t, ref->digits);
        put_derivations(t, method);
    }
    if (ref) hol_reference_free(ref);
    return good;
}

typedef bool put_file(hol_table *t, const char *name, hol_message *why);

/* Each file of the folder with that end, in the order of the alphabet. */
static bool put_all(hol_table *t, const char *end, put_file *put, hol_message *why)
{
    char path[512];
    struct dirent **entry;
    snprintf(path, sizeof path, "%.480s/reference/published", hol_data_folder());
    int files = scandir(path, &entry, NULL, alphasort);
    if (files < 0) return hol_wrong(why, "%.400s cannot be read", path);
    bool good = true;
    for (int i = 0; i < files; i++) {
        char *cut = strrchr(entry[i]->d_name, '.');
        if (cut && !strcmp(cut, end)) {
            *cut = '\0';
            good = good && put(t, entry[i]->d_name, why);
        }
        free(entry[i]);
    }
    free(entry);
    return good;
}

bool hol_published_table(hol_table *t, hol_message *why)
{
    *t = hol_table_of("problem|by|parameters|quantity|unit|>t [s]|>printed|>true|#digits that hold|"
                      "#of|#error|remark|with|#digits with that|run");
    return put_all(t, ".tsv", put_printed, why);
}

bool hol_known_table(hol_table *t, hol_message *why)
{
    const hol_problem *problem;
    char file[64];
    *t = hol_table_of("problem|parameters|of|#digits of both|printed|checked");
    bool good = put_all(t, ".values", put_known, why);
    for (int k = 0; (problem = hol_problem_at(k)); k++)
        for (int n = 0; good && hol_reference_file(problem, n, file); n++)
            good = put_reference(t, problem, file, why);
    return good;
}
