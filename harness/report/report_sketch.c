/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See report_sketch.h. */
#include "harness/report/report_sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/memory.h"
#include "holonomy/so3.h"

/* ---------------------------------------------------------------- the projection */

typedef struct { /* seen from afar: e1 to the right, e2 up */
    double e1[3], e2[3];
} view;

static view view_of(int bodies, const hol_pose pose[], bool held)
{
    const double yaw = -1.0, pitch = 0.35; /* [rad] */
    bool flat = held;
    view v = {.e1 = {0}};
    for (int b = 0; b < bodies; b++) {
        const double *p = pose[b].p;
        flat &= fabs(p[1]) < 1e-9 && fabs(p[2]) < 1e-9 && fabs(pose[b].r[2] - pose[0].r[2]) < 1e-9;
    }
    const double across[3] = {flat ? 1 : cos(yaw), flat ? 0 : sin(yaw), 0};
    const double up[3] = {-sin(pitch) * across[1], sin(pitch) * across[0], cos(pitch)};
    const double y[3] = {0, 1, 0};
    memcpy(v.e1, across, sizeof v.e1);
    memcpy(v.e2, flat ? y : up, sizeof v.e2);
    return v;
}

/* The point rho of a body, -1: the ground. */
static void point_of(const hol_pose pose[], int body, const double rho[3], double x[3])
{
    double R[9];
    for (int k = 0; k < 3; k++) x[k] = rho[k];
    if (body < 0) return;
    hol_quaternion_to_matrix(pose[body].p, R);
    hol_rotate(R, rho, x);
    for (int k = 0; k < 3; k++) x[k] += pose[body].r[k];
}

static void add(report_sketch *s, const view *v, sketch_kind kind, int body, const double x[3],
                const double y[3])
{
    s->of = hol_renew(s->of, (size_t)(s->strokes + 1) * sizeof *s->of);
    sketch_stroke *one = &s->of[s->strokes++];
    *one = (sketch_stroke){kind, body, {{0}}};
    for (int e = 0; e < 2; e++) {
        const double *point = e ? y : x;
        one->at[e][0] = hol_dot3(v->e1, point);
        one->at[e][1] = hol_dot3(v->e2, point);
        for (int k = 0; k < 2; k++) {
            s->low[k] = fmin(s->low[k], one->at[e][k]);
            s->high[k] = fmax(s->high[k], one->at[e][k]);
        }
    }
}

static void add_joint(report_sketch *s, const view *v, const hol_pose pose[], const hol_marker m[2])
{
    double x[2][3];
    for (int e = 0; e < 2; e++) {
        point_of(pose, m[e].body, m[e].rho, x[e]);
        if (m[e].body >= 0)
            add(s, v, SKETCH_ROD, -1, pose[m[e].body].r, x[e]);
        else
            add(s, v, SKETCH_FIXED, -1, x[e], x[e]);
    }
    add(s, v, SKETCH_JOINT, -1, x[0], x[1]);
}

/* Each outline as lines, and the spoke along its u; whether there is one. */
static bool add_outlines(report_sketch *s, const view *v, const hol_pose pose[])
{
    enum { PIECES = 48 };
    const double turn = 2 * acos(-1) / PIECES;
    hol_marker centre, a, b;
    double c[3], x[2][3];
    int k = 0;
    for (; hol_outlined_at(s->model, k, &centre, &a, &b); k++) {
        for (int n = 0; n <= PIECES; n++) {
            double rho[3];
            for (int i = 0; i < 3; i++)
                rho[i] = centre.rho[i] + cos(n * turn) * a.rho[i] + sin(n * turn) * b.rho[i];
            point_of(pose, centre.body, rho, x[n % 2]);
            if (n) add(s, v, SKETCH_RIM, -1, x[(n + 1) % 2], x[n % 2]);
        }
        point_of(pose, centre.body, centre.rho, c);
        add(s, v, SKETCH_ROD, -1, c, x[PIECES % 2]);
    }
    return k > 0;
}

/* The axes of bodies that nothing holds. */
static void add_axes(report_sketch *s, const view *v, const hol_pose pose[], int bodies)
{
    double x[3];
    for (int k = 0; k < 3 * bodies; k++) {
        const double rho[3] = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
        point_of(pose, k / 3, rho, x);
        add(s, v, SKETCH_ROD, -1, pose[k / 3].r, x);
    }
}

report_sketch report_sketch_of(const hol_model *model, const hol_pose pose[])
{
    report_sketch s = {.model = model, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    int bodies = hol_body_count(model);
    hol_marker m[2];
    hol_pose *start = hol_new(bodies, sizeof *start);
    for (int b = 0; b < bodies; b++) start[b] = pose ? pose[b] : hol_body_at(model, b)->at;
    bool held = hol_joined_at(model, 0, &m[0], &m[1]);
    const view v = view_of(bodies, start, held);
    for (int k = 0; hol_joined_at(model, k, &m[0], &m[1]); k++) add_joint(&s, &v, start, m);
    if (!add_outlines(&s, &v, start) && !held) add_axes(&s, &v, start, bodies);
    for (int b = 0; b < bodies; b++) add(&s, &v, SKETCH_CENTRE, b, start[b].r, start[b].r);
    free(start);
    return s;
}

void report_sketch_free(report_sketch *s)
{
    free(s->of);
    *s = (report_sketch){0};
}

/* ---------------------------------------------------------------- as text */

/* A cell is twice as high as it is wide. */
enum { WIDTH = 64, HEIGHT = 20, NAMED = 8 };
static const char mark[SKETCH_KINDS] = {
    [SKETCH_JOINT] = '+', [SKETCH_FIXED] = '#', [SKETCH_CENTRE] = 'o'};

typedef struct {
    const report_sketch *s;
    double width; /* of a cell [m] */
    int columns, rows;
    char cell[HEIGHT + 1][WIDTH + 2];
} canvas;

static int column_of(const canvas *c, const double at[2])
{
    return (int)lround((at[0] - c->s->low[0]) / c->width);
}

static int row_of(const canvas *c, const double at[2])
{
    return (int)lround((c->s->high[1] - at[1]) / (2 * c->width));
}

/* Blank cells between the ends, by the slope that is seen. */
static void put_line(canvas *c, const sketch_stroke *one, bool dotted)
{
    int x[2], y[2];
    for (int e = 0; e < 2; e++) x[e] = column_of(c, one->at[e]), y[e] = row_of(c, one->at[e]);
    int across = x[1] - x[0], down = y[1] - y[0];
    int steps = abs(across) > abs(down) ? abs(across) : abs(down);
    double slope = across ? 2. * down / across : (double)INFINITY;
    char stroke = fabs(slope) < 0.4 ? '-' : fabs(slope) > 4 ? '|' : slope > 0 ? '\\' : '/';
    for (int k = 0; k <= steps; k++) {
        char *cell = &c->cell[y[0] + (int)lround((double)down * k / (steps ? steps : 1))]
                             [x[0] + (int)lround((double)across * k / (steps ? steps : 1))];
        if (*cell == ' ') *cell = dotted ? '.' : stroke;
    }
}

/* Behind the centre, above it or below it, where there is room. */
static void put_name(canvas *c, const sketch_stroke *centre)
{
    const char *name = hol_body_at(c->s->model, centre->body)->name;
    int length = (int)strlen(name), x = column_of(c, centre->at[0]), y = row_of(c, centre->at[0]);
    static const int aside[][2] = {{2, 0}, {2, -1}, {2, 1}, {-1, -1}, {-1, 1}};
    for (size_t k = 0; k < sizeof aside / sizeof *aside; k++) {
        int row = y + aside[k][1], from = aside[k][0] > 0 ? x + 2 : x - length - 1;
        if (row < 0 || row >= c->rows || from < 1 || from + length >= c->columns) continue;
        const char *cells = &c->cell[row][from - 1];
        if ((int)strspn(cells, " ") < length + 1) continue;
        memcpy(&c->cell[row][from], name, (size_t)length);
        return;
    }
}

void report_sketch_text(FILE *out, const report_sketch *s)
{
    canvas c = {.s = s};
    double wide = s->high[0] - s->low[0], high = s->high[1] - s->low[1];
    c.width = fmax(wide / (WIDTH - 16), high / (2 * (HEIGHT - 1)));
    if (!(c.width > 0)) c.width = 1;
    c.columns = WIDTH + 1;
    c.rows = (int)lround(high / (2 * c.width)) + 1;
    memset(c.cell, ' ', sizeof c.cell);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->strokes; i++)
            if ((s->of[i].kind < SKETCH_JOINT && !pass) || (s->of[i].kind == SKETCH_JOINT && pass))
                put_line(&c, &s->of[i], pass);
    for (int kind = SKETCH_JOINT; kind < SKETCH_KINDS; kind++)
        for (int i = 0; i < s->strokes; i++)
            for (int e = 0; s->of[i].kind == (sketch_kind)kind && e < 2; e++)
                c.cell[row_of(&c, s->of[i].at[e])][column_of(&c, s->of[i].at[e])] = mark[kind];
    for (int i = 0; i < s->strokes && hol_body_count(s->model) <= NAMED; i++)
        if (s->of[i].kind == SKETCH_CENTRE) put_name(&c, &s->of[i]);
    for (int y = 0; y < c.rows; y++) {
        int end = c.columns;
        while (end > 0 && c.cell[y][end - 1] == ' ') end--;
        fprintf(out, end ? "  %.*s\n" : "\n", end, c.cell[y]);
    }
}
