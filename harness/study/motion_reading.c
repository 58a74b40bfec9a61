/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the header of a motion says of its numbers, and the poses they are then: see motion.h. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/say.h"
#include "harness/study/motion.h"
#include "holonomy/so3.h"

static const struct {
    const char *key, *words;
} table[HOL_READINGS] = {
#define X(name, key, words) {key, words},
    HOL_READING_LIST(X)
#undef X
};

/* What a number is multiplied by for each of the words. */
static const double metres[] = {1, 1e-3, 1e-2, 1e3}, seconds[] = {1, 1e-3},
                    rows[] = {0, 1, 0.5, -0.5, -1};

const char *hol_reading_key(int key)
{
    return table[key].key;
}

const char *hol_reading_word(int key, int k, char word[16])
{
    const char *text = table[key].words;
    for (; k > 0 && text; k--)
        if ((text = strchr(text, ' '))) text++;
    if (!text) return NULL;
    snprintf(word, 16, "%.*s", (int)strcspn(text, " "), text);
    return word;
}

/* ---------------------------------------------------------------- what is said */

/* "point", or "point BODY": the mass centre, or three numbers. */
static bool say_point(hol_motion *m, int bodies, const hol_body body[], const char *whose,
                      const char *value, hol_message *why)
{
    double x[3] = {0};
    const char *at = value;
    bool good = true, centre = !strcmp(value, "centre");
    for (int k = 0; k < 3 && good && !centre; k++) {
        char *end;
        x[k] = hol_strtod(at, &end);
        good = end != at && isfinite(x[k]);
        at = end + strspn(end, " ,");
    }
    if (!centre && (!good || *at))
        return hol_wrong(why, "point takes 'centre' or three numbers [m], not '%.60s'", value);
    bool known = !*whose;
    for (int b = 0; b < bodies; b++) {
        if (*whose && strcmp(whose, body[b].name) != 0) continue;
        memcpy(m->reading.point[b], x, sizeof x);
        known = true;
    }
    if (!known) hol_say(why, "point: there is no body '%.40s'", whose);
    return known;
}

static bool say_word(hol_motion *m, int key, const char *value, hol_message *why)
{
    char word[16];
    for (int k = 0; hol_reading_word(key, k, word); k++)
        if (!strcmp(word, value)) {
            m->reading.of[key] = k;
            return true;
        }
    return hol_wrong(why, "%s takes one of %s, not '%.40s'", table[key].key, table[key].words,
                     value);
}

typedef struct {
    char key[64], value[96];
    bool of_points; /* "point" or "point BODY" */
    int row;        /* of the table; -1: none */
} saying;

static saying taken_apart(const char *text)
{
    size_t n = strcspn(text, ":=");
    const char *value = text + n + (text[n] != '\0');
    saying s = {.row = -1};
    value += strspn(value, " ");
    snprintf(s.key, sizeof s.key, "%.*s", (int)(n < sizeof s.key ? n : sizeof s.key - 1), text);
    snprintf(s.value, sizeof s.value, "%.*s", (int)(sizeof s.value - 1), value);
    for (size_t end = strlen(s.value); end && s.value[end - 1] == ' ';) s.value[--end] = '\0';
    s.of_points = !strncmp(s.key, "point", 5) && (!s.key[5] || s.key[5] == ' ');
    for (int k = 0; k < HOL_READINGS; k++)
        if (!strcmp(s.key, table[k].key)) s.row = k;
    return s;
}

static hol_guess nearest_key(const char *key)
{
    const char *known[HOL_READINGS + 1] = {[HOL_READINGS] = "point"};
    for (int k = 0; k < HOL_READINGS; k++) known[k] = table[k].key;
    return hol_did_you_mean(key, known, HOL_READINGS + 1);
}

bool hol_motion_meant(const char *text)
{
    saying s = taken_apart(text);
    return s.of_points || s.row >= 0 || nearest_key(s.key).text[0];
}

bool hol_motion_say(hol_motion *m, int bodies, const hol_body body[], const char *text,
                    hol_message *why)
{
    saying s = taken_apart(text);
    if (s.of_points)
        return say_point(m, bodies, body, s.key + 5 + strspn(s.key + 5, " "), s.value, why);
    if (s.row >= 0) return say_word(m, s.row, s.value, why);
    return hol_wrong(why, "unknown key '%s'%s", s.key, nearest_key(s.key).text);
}

void hol_motion_write_head(FILE *out)
{
    char word[16];
    for (int k = 0; k < HOL_READINGS; k++)
        if (hol_reading_word(k, 0, word)) fprintf(out, "# %s: %s\n", table[k].key, word);
    fputs("# point: centre\n", out);
}

/* ---------------------------------------------------------------- read so */

void hol_motion_rows(const hol_motion *m, const hol_reading *as, int *first, int *end)
{
    double lag = rows[as->of[HOL_READ_LAG]];
    *first = lag < 0 ? 1 : 0;
    *end = m->rows - (lag > 0 ? 1 : 0);
}

double hol_motion_time(const hol_motion *m, const hol_reading *as, int row)
{
    return seconds[as->of[HOL_READ_TIME]] * m->t[row];
}

/* The velocities of the row, those that the file has a lag later. */
static void velocities(const hol_motion *m, const hol_reading *as, int row, int b, hol_pose *at)
{
    double lag = rows[as->of[HOL_READ_LAG]], part = fabs(lag);
    if (lag == 0) return;
    const hol_pose *other = &m->pose[(row + (lag > 0 ? 1 : -1)) * m->bodies + b];
    for (int k = 0; k < 3; k++) {
        at->v[k] += part * (other->v[k] - at->v[k]);
        at->omega[k] += part * (other->omega[k] - at->omega[k]);
    }
}

/* Euler parameters p0 first, of the rotation from the body to space. */
static void turn(const hol_reading *as, const double raw[4], double p[4])
{
    int first = as->of[HOL_READ_QUATERNION] ? 3 : 0;
    double sign = as->of[HOL_READ_ROTATION] ? -1 : 1;
    for (int k = 0; k < 4; k++) p[k] = (k ? sign : 1) * raw[(first + k) % 4];
}

void hol_motion_poses(const hol_motion *m, const hol_reading *as, int row, hol_pose pose[])
{
    double metre = metres[as->of[HOL_READ_LENGTH]],
           radian = as->of[HOL_READ_ANGLE] ? acos(-1.0) / 180 : 1;
    for (int b = 0; b < m->bodies; b++) {
        hol_pose *at = &pose[b];
        double R[9], arm[3], way[3];
        *at = m->pose[row * m->bodies + b];
        velocities(m, as, row, b, at);
        turn(as, m->pose[row * m->bodies + b].p, at->p);
        hol_quaternion_to_matrix(at->p, R);
        for (int k = 0; k < 3; k++) {
            at->r[k] *= metre;
            at->v[k] *= metre;
            at->omega[k] *= radian;
        }
        if (as->of[HOL_READ_OMEGA]) hol_rotate_back(R, at->omega, at->omega);
        if (as->of[HOL_READ_VELOCITY]) hol_rotate(R, at->v, at->v);
        hol_rotate(R, as->point[b], arm);
        hol_cross(at->omega, as->point[b], way);
        hol_rotate(R, way, way);
        for (int k = 0; k < 3; k++) {
            at->r[k] -= arm[k];
            at->v[k] -= way[k];
        }
    }
}
