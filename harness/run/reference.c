/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of reference solutions: see reference.h for the format. */
#include "holonomy/reference.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/lines.h"
#include "base/number.h"
#include "harness/run/deriver.h"
#include "harness/run/reference_of.h"
#include "holonomy/memory.h"

enum { POSE = 13 }; /* numbers of a body */

typedef struct {
    const char *path;
    const hol_problem *problem; /* NULL: no parameters are asked for */
    const double *par;
    hol_message *why;
    hol_lines from;
    int room;      /* rows allocated */
    double *value; /* of the parameters, where there is a problem */
    hol_reference *ref;
    bool good;
} reader;

bool hol_reference_find(const char *file, char path[], size_t size)
{
    char name[256];
    snprintf(name, sizeof name, "reference/%s", file);
    return hol_data_find(name, path, size);
}

static bool complain(const reader *in, const char *what)
{
    return hol_lines_wrong(&in->from, "%s", what);
}

/* The value of header line "# key: value", or NULL. */
static const char *value_of(const char *line, const char *key)
{
    size_t n = strlen(key);
    if (strncmp(line, "# ", 2) || strncmp(line + 2, key, n) || strncmp(line + 2 + n, ": ", 2))
        return NULL;
    return line + n + 4;
}

/* Splits "a b c" into words, each in `room` bytes, NULL after a message; "none" is none of them. */
static void *words(reader *in, const char *value, size_t room, int *count)
{
    char *word = hol_new((int)strlen(value) / 2 + 1, room);
    *count = 0;
    while (*(value += strspn(value, " "))) {
        size_t n = strcspn(value, " ");
        if (n >= room) {
            hol_lines_wrong(&in->from, "a name is longer than %zu characters", room - 1);
            free(word);
            return NULL;
        }
        memcpy(word + (size_t)(*count)++ * room, value, n);
        value += n;
    }
    if (*count == 1 && !strcmp(word, "none")) *count = 0;
    return word;
}

static bool header(reader *in)
{
    static const char twice[] = "this header line stands twice";
    hol_reference *ref = in->ref;
    const char *value;
    if ((value = value_of(in->from.text, "problem")))
        snprintf(ref->problem, sizeof ref->problem, "%s", value);
    else if ((value = value_of(in->from.text, "parameters")))
        snprintf(ref->parameters, sizeof ref->parameters, "%s",
                 strcmp(value, "default") ? value : "");
    else if ((value = value_of(in->from.text, "model")))
        snprintf(ref->model, sizeof ref->model, "%s", value);
    else if ((value = value_of(in->from.text, "by")))
        snprintf(ref->by, sizeof ref->by, "%s", value);
    else if ((value = value_of(in->from.text, "any")))
        snprintf(ref->any, sizeof ref->any, "%s", value);
    else if ((value = value_of(in->from.text, "digits"))) {
        char *end;
        long digits = strtol(value, &end, 10);
        if (end == value || *end || digits < 1 || digits > 100)
            return complain(in, "\"digits\" must be a number from 1 to 100");
        ref->digits = (int)digits;
    } else if ((value = value_of(in->from.text, "bodies"))) {
        if (ref->body) return complain(in, twice);
        return (ref->body = words(in, value, sizeof *ref->body, &ref->bodies));
    } else if ((value = value_of(in->from.text, "multipliers"))) {
        if (ref->multiplier) return complain(in, twice);
        return (ref->multiplier = words(in, value, sizeof *ref->multiplier, &ref->multipliers));
    }
    return true;
}

static bool headers_complete(reader *in)
{
    const hol_reference *ref = in->ref;
    if (!ref->problem[0]) return complain(in, "the header lacks \"# problem: \"");
    if (!ref->digits) return complain(in, "the header lacks \"# digits: \"");
    if (!ref->body || !ref->bodies) return complain(in, "the header lacks \"# bodies: \"");
    if (!ref->multiplier) return complain(in, "the header lacks \"# multipliers: \"");
    return true;
}

static void grow(reader *in)
{
    hol_reference *ref = in->ref;
    if (ref->rows < in->room) return;
    in->room = in->room ? 2 * in->room : 512;
    size_t n = (size_t)in->room;
    ref->t = hol_renew(ref->t, n * sizeof(double));
    ref->pose = hol_renew(ref->pose, n * (size_t)ref->bodies * sizeof(hol_pose));
    ref->lambda = hol_renew(ref->lambda, (n * (size_t)ref->multipliers + 1) * sizeof(double));
}

static bool number(reader *in, char **text, double *x)
{
    char *end;
    *x = hol_strtod(*text, &end);
    if (end == *text && !**text) return complain(in, "the row is too short");
    if (end == *text || (*end && *end != ' ')) return complain(in, "not a number");
    if (!isfinite(*x)) return complain(in, "a number is not finite");
    *text = end + strspn(end, " ");
    return true;
}

static bool row(reader *in)
{
    hol_reference *ref = in->ref;
    char *text = in->from.text + strspn(in->from.text, " ");
    grow(in);
    if (!number(in, &text, &ref->t[ref->rows])) return false;
    if (ref->rows && !(ref->t[ref->rows] > ref->t[ref->rows - 1]))
        return complain(in, "the times do not increase");
    for (int b = 0; b < ref->bodies; b++) {
        hol_pose *at = &ref->pose[ref->rows * ref->bodies + b];
        double x[POSE];
        for (int i = 0; i < POSE; i++)
            if (!number(in, &text, &x[i])) return false;
        memcpy(at->r, x, sizeof at->r);
        memcpy(at->p, x + 3, sizeof at->p);
        memcpy(at->v, x + 7, sizeof at->v);
        memcpy(at->omega, x + 10, sizeof at->omega);
    }
    for (int i = 0; i < ref->multipliers; i++)
        if (!number(in, &text, &ref->lambda[ref->rows * ref->multipliers + i])) return false;
    if (*text) return complain(in, "the row is too long");
    ref->rows++;
    return true;
}

static bool parse(reader *in)
{
    while (hol_lines_next(&in->from)) {
        if (in->from.text[0] == '#') {
            if (in->ref->rows) return complain(in, "a header line among the rows");
            if (!header(in)) return false;
        } else if ((!in->ref->rows && !headers_complete(in)) || !row(in))
            return false;
    }
    return in->ref->rows || in->from.failed || complain(in, "there are no rows");
}

void hol_reference_free(hol_reference *ref)
{
    if (!ref) return;
    free(ref->body);
    free(ref->multiplier);
    free(ref->t);
    free(ref->pose);
    free(ref->lambda);
    free(ref);
}

/* The next of the words with blanks between in *text; false past the last or where it is too long.
 */
static bool next_word(const char **text, char word[], size_t size)
{
    *text += strspn(*text, " ");
    size_t n = strcspn(*text, " ");
    if (!n || n >= size) return false;
    memcpy(word, *text, n);
    word[n] = '\0';
    *text += n;
    return true;
}

bool hol_reference_file(const hol_problem *problem, int k, char file[64])
{
    const char *text = problem->reference ? problem->reference : "";
    while (next_word(&text, file, 64))
        if (k-- == 0) return true;
    return false;
}

void hol_reference_origin(const hol_problem *problem, const hol_reference *ref, char text[],
                          size_t size)
{
    const char *file = ref ? strrchr(ref->path, '/') : NULL;
    const hol_deriver *by = ref ? hol_deriver_named(ref->by) : NULL;
    if (!ref)
        snprintf(text, size, "%s", problem->exact ? "closed form" : "none");
    else if (ref->model[0])
        snprintf(
            text, size,
            "derived from the model by %s: %d digits, of its numbers as the methods have them, "
            "rounded to doubles",
            by ? by->origin : ref->by, ref->digits);
    else
        snprintf(text, size, "%s, %d digits, by a program of its own, of the numbers as written",
                 file ? file + 1 : ref->path, ref->digits);
}

bool hol_reference_parameters(const hol_reference *ref, const hol_problem *problem, double par[],
                              hol_message *why)
{
    const char *text = ref->parameters;
    char word[96];
    hol_option_defaults(problem->parameters, par);
    while (next_word(&text, word, sizeof word))
        if (!hol_option_set(problem->parameters, "parameter", word, par, why)) return false;
    if (*text) hol_say(why, "a parameter is longer than %zu characters", sizeof word - 1);
    return !*text;
}

static bool depends_on(const hol_reference *ref, const char *name)
{
    const char *text = ref->any;
    char word[96];
    while (next_word(&text, word, sizeof word))
        if (!strcmp(word, name)) return false;
    return true;
}

/* Does it hold for the parameters asked for? */
static bool applies(reader *in)
{
    hol_message why;
    const hol_option *table = in->problem->parameters;
    in->value = hol_new(hol_option_count(table), sizeof *in->value);
    bool same = hol_reference_parameters(in->ref, in->problem, in->value, &why);
    if (!same) hol_say(in->why, "%.200s: %.300s", in->path, why.text);
    for (int i = 0; i < hol_option_count(table); i++)
        same = same && (in->value[i] == in->par[i] || !depends_on(in->ref, table[i].name));
    return same;
}

/* ---------------------------------------------------------------- the interface */

static void read_all(void *data)
{
    reader *in = data;
    in->ref = hol_new(1, sizeof *in->ref);
    snprintf(in->ref->path, sizeof in->ref->path, "%s", in->path);
    in->good = hol_lines_begin(&in->from, in->path, "# holonomy reference 1", in->why) && parse(in);
    if (in->from.failed == ENOMEM) hol_no_memory();
    in->good = in->good && (!in->problem || applies(in));
}

hol_reference *hol_reference_read_for(const char *path, const hol_problem *problem,
                                      const double par[], hol_message *why)
{
    reader in = {.path = path, .problem = problem, .par = par, .why = why};
    bool room = hol_try(read_all, &in);
    free(in.value);
    if (!room) hol_say(why, "%s: there is no memory for it", path);
    if (hol_lines_end(&in.from, room && in.good)) return in.ref;
    hol_reference_free(in.ref);
    if (!room) hol_lack_memory();
    return NULL;
}

hol_reference *hol_reference_read(const char *path, hol_message *why)
{
    return hol_reference_read_for(path, NULL, NULL, why);
}

int hol_reference_row(const hol_reference *ref, double t)
{
    int low = 0, high = ref->rows; /* t[low - 1] < t - 1e-9 <= t[high] */
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (ref->t[middle] < t - 1e-9)
            low = middle + 1;
        else
            high = middle;
    }
    return low < ref->rows && fabs(ref->t[low] - t) <= 1e-9 ? low : -1;
}
