/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of motions: see motion.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "base/number.h"
#include "base/say.h"
#include "harness/study/motion.h"
#include "holonomy/memory.h"

const char *const hol_motion_number[HOL_MOTION_NUMBERS] = {
    "x", "y", "z", "p0", "p1", "p2", "p3", "vx", "vy", "vz", "omega1", "omega2", "omega3"};
enum { TURN = 3, SPEED = 7, SPIN = 10 };

double *hol_pose_number(hol_pose *pose, int k)
{
    return k < TURN    ? pose->r + k
           : k < SPEED ? pose->p + (k - TURN)
           : k < SPIN  ? pose->v + (k - SPEED)
                       : pose->omega + (k - SPIN);
}

typedef struct {
    const char *path;
    hol_message *why;
    hol_lines from;
    char between; /* of cells */
    int room;     /* rows allocated */
    hol_motion *m;
    bool good;
} reader;

/* ---------------------------------------------------------------- the lines */

static char *copy(const char *text, size_t n)
{
    char *made = hol_new((int)n + 1, 1);
    memcpy(made, text, n);
    return made;
}

/* The next cell of the line, without blanks and quotes around it; false past the last. */
static bool next_cell(const reader *in, const char **at, const char **text, size_t *n)
{
    if (!*at) return false;
    const char *end = strchr(*at, in->between);
    size_t length = end ? (size_t)(end - *at) : strlen(*at);
    *text = *at;
    while (length && strchr(" \"\t", (*text)[0])) ++*text, --length;
    while (length && strchr(" \"\t", (*text)[length - 1])) --length;
    *n = length;
    *at = end ? end + 1 : NULL;
    return true;
}

static bool column_names(reader *in)
{
    hol_motion *m = in->m;
    const char *at = in->from.text, *text;
    size_t n;
    in->between = strchr(at, '\t') ? '\t' : ',';
    m->names_at = in->from.line;
    if (!strpbrk(at, "\t,") && strchr(at, ';'))
        return hol_lines_wrong(&in->from,
                               "commas or tabulators stand between cells, not semicolons");
    while (next_cell(in, &at, &text, &n)) {
        for (int i = 0; i < m->columns; i++)
            if (n && strlen(m->name[i]) == n && !strncmp(m->name[i], text, n))
                return hol_lines_wrong(&in->from, "two columns have one name");
        m->name = hol_renew(m->name, (size_t)(m->columns + 1) * sizeof *m->name);
        m->name[m->columns] = copy(text, n);
        m->columns++;
    }
    return true;
}

static bool row(reader *in)
{
    hol_motion *m = in->m;
    const char *at = in->from.text, *text;
    size_t n;
    int column = 0;
    if (m->rows == in->room) {
        in->room = in->room ? 2 * in->room : 512;
        m->cell = hol_renew(m->cell, (size_t)in->room * (size_t)m->columns * sizeof *m->cell);
        m->line = hol_renew(m->line, (size_t)in->room * sizeof *m->line);
    }
    double *cell = m->cell + (size_t)m->rows * (size_t)m->columns;
    for (; column < m->columns && next_cell(in, &at, &text, &n); column++) {
        char *end;
        cell[column] = hol_strtod(text, &end);
        if (!n || end != text + n) cell[column] = NAN;
    }
    if (at || column != m->columns)
        return hol_lines_wrong(&in->from, "the row has not as many cells as there are columns");
    m->line[m->rows++] = in->from.line;
    return true;
}

/* Of "# key: value" what is ours; other comments are passed over. */
static void header(reader *in)
{
    hol_motion *m = in->m;
    const char *text = in->from.text + 1, *value;
    text += strspn(text, " \t");
    if (!(value = strstr(text, ": "))) return;
    value += 2;
    if (!strncmp(text, "problem: ", 9))
        snprintf(m->problem, sizeof m->problem, "%.*s", (int)sizeof m->problem - 1, value);
    else if (!strncmp(text, "method: ", 8))
        snprintf(m->method, sizeof m->method, "%.*s", (int)sizeof m->method - 1, value);
    else if (!strncmp(text, "parameters: ", 12))
        snprintf(m->parameters, sizeof m->parameters, "%.*s", (int)sizeof m->parameters - 1,
                 strcmp(value, "default") ? value : "");
    else if (!strncmp(text, "step: ", 6))
        m->step = hol_strtod(value, NULL);
    else {
        m->said = hol_renew(m->said, (size_t)(m->sayings + 1) * sizeof *m->said);
        m->said_at = hol_renew(m->said_at, (size_t)(m->sayings + 1) * sizeof *m->said_at);
        snprintf(m->said[m->sayings], sizeof *m->said, "%.*s", (int)sizeof *m->said - 1, text);
        m->said_at[m->sayings++] = in->from.line;
    }
}

static bool parse(reader *in)
{
    while (hol_lines_next(&in->from)) {
        const char *text = in->from.text;
        if (!text[strspn(text, " \t")]) continue;
        if (text[0] == '#')
            header(in);
        else if (!(in->m->columns ? row(in) : column_names(in)))
            return false;
    }
    return in->from.failed || in->m->rows || hol_lines_wrong(&in->from, "there are no rows");
}

hol_motion *hol_motion_read(const char *path, hol_message *why)
{
    reader in = {.path = path, .why = why, .m = hol_new(1, sizeof *in.m)};
    in.m->path = copy(path, strlen(path));
    in.m->step = NAN;
    bool good = hol_lines_open(&in.from, path, why) && parse(&in);
    if (hol_lines_end(&in.from, good)) return in.m;
    hol_motion_free(in.m);
    return NULL;
}

void hol_motion_free(hol_motion *m)
{
    if (!m) return;
    for (int i = 0; i < m->columns; i++) free(m->name[i]);
    free(m->path);
    free(m->said);
    free(m->said_at);
    free(m->name);
    free(m->cell);
    free(m->line);
    free(m->t);
    free(m->pose);
    free(m->reading.point);
    free(m);
}

/* ---------------------------------------------------------------- the bodies */

static int column_named(const hol_motion *m, const char *name)
{
    for (int i = 0; i < m->columns; i++)
        if (!strcmp(m->name[i], name)) return i;
    return -1;
}

static bool lacks(const hol_motion *m, const char *name, hol_message *why)
{
    return hol_wrong(why, "%.200s:%d: there is no column '%.60s'%s", m->path, m->names_at, name,
                     hol_did_you_mean(name, (const char *const *)m->name, m->columns).text);
}

/* Must the file have that number of the body? */
static bool needed(const hol_body *body, int k)
{
    bool of_centre = k < TURN || (k >= SPEED && k < SPIN);
    return of_centre ? !body->fixed : body->shape != HOL_POINT;
}

/* Column k of every row into `to`, so many doubles apart; false where a cell is no number. */
static bool take(const hol_motion *m, int column, int row, double *to, hol_message *why)
{
    *to = m->cell[(size_t)row * (size_t)m->columns + (size_t)column];
    if (isfinite(*to)) return true;
    return hol_wrong(why, "%.200s:%d: no number in the column '%.60s'", m->path, m->line[row],
                     m->name[column]);
}

static bool take_times(hol_motion *m, hol_message *why)
{
    int column = column_named(m, "t");
    if (column < 0) return lacks(m, "t", why);
    for (int i = 0; i < m->rows; i++) {
        if (!take(m, column, i, &m->t[i], why)) return false;
        if (i && !(m->t[i] > m->t[i - 1]))
            return hol_wrong(why, "%.200s:%d: the times do not increase", m->path, m->line[i]);
    }
    return true;
}

/* The first numbers of the body; those that it need not have are its start's. */
static bool take_numbers(hol_motion *m, int b, hol_body *body, int to, hol_message *why)
{
    for (int k = 0; k < to; k++) {
        char name[96];
        snprintf(name, sizeof name, "%s.%s", body->name, hol_motion_number[k]);
        int column = column_named(m, name);
        for (int i = 0; i < m->rows; i++) {
            double *number = hol_pose_number(&m->pose[i * m->bodies + b], k);
            *number = *hol_pose_number(&body->at, k);
            if (column >= 0 && !take(m, column, i, number, why)) return false;
        }
        if (column < 0 && needed(body, k)) return lacks(m, name, why);
    }
    return true;
}

/* The first column that is missing for the velocities. */
static void find_velocities(hol_motion *m, const hol_body body[])
{
    m->lacks[0] = '\0';
    for (int b = 0; b < m->bodies; b++)
        for (int k = SPEED; k < HOL_MOTION_NUMBERS && !m->lacks[0]; k++) {
            char name[96];
            snprintf(name, sizeof name, "%s.%s", body[b].name, hol_motion_number[k]);
            if (needed(&body[b], k) && column_named(m, name) < 0) strcpy(m->lacks, name);
        }
    m->velocities = !m->lacks[0];
}

static bool take_bodies(hol_motion *m, const hol_body body[], hol_message *why)
{
    for (int b = 0; b < m->bodies; b++) {
        hol_body of = body[b];
        int end = m->velocities ? HOL_MOTION_NUMBERS : SPEED;
        if (!take_numbers(m, b, &of, end, why)) return false;
    }
    return true;
}

/* A comment whose key resembles none of ours is a comment. */
static bool read_header(hol_motion *m, const hol_body body[], hol_message *why)
{
    hol_message wrong;
    for (int i = 0; i < m->sayings; i++) {
        if (!hol_motion_meant(m->said[i])) continue;
        if (hol_motion_say(m, m->bodies, body, m->said[i], &wrong)) continue;
        return hol_wrong(why, "%.200s:%d: %.250s", m->path, m->said_at[i], wrong.text);
    }
    return true;
}

bool hol_motion_match(hol_motion *m, int bodies, const hol_body body[], hol_message *why)
{
    m->bodies = m->reading.bodies = bodies;
    m->t = hol_new(m->rows, sizeof *m->t);
    m->pose = hol_new(m->rows * bodies, sizeof *m->pose);
    m->reading.point = hol_new(bodies, sizeof *m->reading.point);
    find_velocities(m, body);
    return take_times(m, why) && take_bodies(m, body, why) && read_header(m, body, why);
}
