/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows left out, and multipliers of least norm: see holonomy/redundant.h and closest.h. */
#include "holonomy/redundant.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "holonomy/assemble.h"
#include "holonomy/dense.h"
#include "mechanics/closest.h"

HOL_WORD_OF(hol_redundant_name, hol_redundant, "default", HOL_REDUNDANT_LIST(HOL_WORD))

/* ---------------------------------------------------------------- the choice */

enum { BESIDE = 3 };                /* configurations looked at beside the start */
static const double aside = 0.05;   /* how far they are, of the length */
static const double closed = 1e-13; /* there, of the length: all their joints */
static const double earlier = 1e-6; /* what a later row must be further by, relatively */

typedef struct {
    const hol_model *model;
    hol_left_out *out;
    hol_message *why;
    hol_memory *memory;
    hol_eval *sys;
    bool found;
} choosing;

/* The least number of dependent rows at the start and beside it, and where that is, into q. */
static int dependent_rows(hol_closest *p, double q[])
{
    hol_eval *sys = p->sys;
    hol_dependence d;
    hol_dependent_rows(sys, p->q, 0, &d);
    int least = d.count;
    memcpy(q, p->q, (size_t)sys->nq * sizeof *q);
    for (int k = 0; k < BESIDE && least > 0; k++) {
        double *there = p->trial;
        if (!hol_closest_beside(p, p->q, aside, k, there)) continue;
        if (!hol_close_joints_to(p, closed, there)) continue;
        hol_dependent_rows(sys, there, 0, &d);
        if (d.count < 0 || d.count >= least) continue;
        least = d.count;
        memcpy(q, there, (size_t)sys->nq * sizeof *q);
    }
    return least;
}

/* The row that is furthest from those kept, the first of equals; left: squares of what is left of
 * the rows of length 1, -1 where kept. */
static int furthest(int m, const double left[])
{
    int best = 0;
    for (int i = 1; i < m; i++)
        if (left[i] > left[best] * (1 + earlier) || left[best] < 0) best = i;
    return best;
}

/* Pivoted Gram and Schmidt: `keep` of the m rows of W (m x n by columns, of length 1), and what is
 * left of the last of them. */
static double pivot(int m, int n, double W[], int keep, double left[])
{
    double last = 1;
    for (int i = 0; i < m; i++) {
        left[i] = 0;
        for (int j = 0; j < n; j++) left[i] += W[i + j * m] * W[i + j * m];
    }
    for (int s = 0; s < keep; s++) {
        int at = furthest(m, left);
        double norm = sqrt(left[at]);
        last = left[at];
        left[at] = -1;
        for (int j = 0; j < n && norm > 0; j++) W[at + j * m] /= norm;
        for (int i = 0; i < m; i++) {
            double part = 0;
            if (left[i] < 0) continue;
            for (int j = 0; j < n; j++) part += W[i + j * m] * W[at + j * m];
            left[i] = 0;
            for (int j = 0; j < n; j++) {
                W[i + j * m] -= part * W[at + j * m];
                left[i] += W[i + j * m] * W[i + j * m];
            }
        }
    }
    return last;
}

static const char *name_of(const hol_model *model, int row)
{
    return row < model->rows ? model->row[row].name : model->slide[row - model->rows].name;
}

/* The rows of m that are not kept, for which there is room. */
static void list(const hol_model *model, const double left[], int m, hol_left_out *out)
{
    int count = 0;
    out->text.text[0] = '\0';
    for (int i = 0; i < m; i++) {
        if (left[i] < 0) continue;
        hol_append(out->text.text, sizeof out->text.text, "%s'%s'", count ? ", " : "",
                   name_of(model, i));
        out->name[count] = name_of(model, i);
        out->row[count++] = i;
    }
}

static void choose(void *data)
{
    choosing *x = data;
    hol_closest p = {0};
    hol_system *system = hol_realise_open(x->model, "natural", x->why);
    if (!system) return;
    x->sys = hol_had(hol_eval_take(system));
    hol_closest_make(&p, x->memory, x->sys);
    hol_closest_free_all(&p);
    double *q = hol_alloc(x->memory, (size_t)x->sys->nq, sizeof *q);
    int m = x->sys->nj + x->sys->na, count = dependent_rows(&p, q);
    x->found = count >= 0;
    if (!x->found) hol_say(x->why, "which rows depend on others is not known");
    if (count <= 0) return;
    double *left = hol_alloc(x->memory, (size_t)m, sizeof *left);
    x->found = hol_closest_rows(&p, q, m, true);
    if (!x->found) hol_say(x->why, "the masses are singular at the start");
    if (!x->found) return;
    pivot(m, p.n, p.W, m - count, left);
    x->out->row = hol_new(count, sizeof *x->out->row);
    x->out->name = hol_new(count, sizeof *x->out->name);
    x->out->count = count;
    list(x->model, left, m, x->out);
}

bool hol_choose_rows(const hol_model *model, hol_left_out *out, hol_message *why)
{
    choosing x = {.model = model, .out = out, .why = why, .memory = hol_memory_new()};
    *out = (hol_left_out){0};
    if (model->softs) { /* soft rows may depend on others */
        hol_memory_end(x.memory);
        return true;
    }
    bool room = x.memory && hol_try(choose, &x);
    hol_eval_free(x.sys);
    hol_memory_end(x.memory);
    if (!room) hol_lack_memory();
    if (!room) hol_say(why, "there is no memory to choose the rows");
    return room && x.found;
}

/* ---------------------------------------------------------------- the choice made again */

struct hol_row_choice {
    hol_eval *sys; /* natural, of all rows */
    hol_closest p;
    double *q, *v, *left, *W; /* W: of the rows kept so far, the others 0 */
};

static void end_choice(void *data)
{
    hol_eval_free(((hol_row_choice *)data)->sys);
}

hol_row_choice *hol_row_choice_new(hol_memory *m, const hol_model *model)
{
    hol_message why;
    hol_row_choice *c = hol_alloc(m, 1, sizeof *c);
    hol_at_end(m, end_choice, c);
    hol_system *system = hol_realise_open(model, "natural", &why);
    if (!system) return NULL;
    hol_eval *sys = c->sys = hol_had(hol_eval_take(system));
    hol_closest_make(&c->p, m, sys);
    hol_closest_free_all(&c->p);
    int rows = sys->nj + sys->na;
    c->q = hol_alloc(m, (size_t)sys->nq, sizeof *c->q);
    c->v = hol_alloc(m, (size_t)sys->nv, sizeof *c->v);
    c->left = hol_alloc(m, (size_t)rows, sizeof *c->left);
    c->W = hol_alloc(m, (size_t)(rows * c->p.n), sizeof *c->W);
    return c;
}

bool hol_choose_again(hol_row_choice *c, double t, const hol_pose pose[], double gain,
                      hol_left_out *out, double *nearness)
{
    int m = c->sys->nj + c->sys->na, n = c->p.n, keep = m - out->count, joints = 0;
    hol_place(c->sys, pose, c->q, c->v);
    c->p.t = t;
    if (nearness) *nearness = NAN;
    if (!hol_closest_rows(&c->p, c->q, m, true)) return false;
    memcpy(c->W, c->p.W, (size_t)(m * n) * sizeof *c->W);
    for (int k = 0; k < out->count; k++) {
        for (int j = 0; j < n; j++) c->W[out->row[k] + j * m] = 0;
        joints += out->row[k] < c->sys->nj;
    }
    double now = pivot(m, n, c->W, keep, c->left), then = pivot(m, n, c->p.W, keep, c->left);
    if (nearness) *nearness = now;
    for (int i = 0; i < c->sys->nj; i++) joints -= c->left[i] >= 0;
    if (joints || !(then > 0) || !(then >= gain * now)) return false;
    list(c->sys->model, c->left, m, out);
    return true;
}

void hol_left_out_clear(hol_left_out *out)
{
    free(out->row);
    free(out->name);
    *out = (hol_left_out){0};
}

/* ---------------------------------------------------------------- the model without them */

typedef struct {
    const hol_model *from;
    const hol_left_out *out;
    hol_model *model;
} leaving;

static void leave(void *data)
{
    leaving *x = data;
    const hol_model *from = x->from;
    hol_model *m = x->model;
    hol_memory *memory = m->memory;
    *m = *from;
    m->memory = memory;
    m->body = hol_alloc_copy(memory, from->body, (size_t)from->bodies, sizeof *m->body);
    m->row = hol_alloc(memory, (size_t)from->rows, sizeof *m->row);
    m->slide = hol_alloc(memory, (size_t)from->slides, sizeof *m->slide);
    m->rows = m->slides = 0;
    for (int i = 0, k = 0; i < from->rows + from->slides; i++) {
        if (k < x->out->count && x->out->row[k] == i)
            k++;
        else if (i < from->rows)
            m->row[m->rows++] = from->row[i];
        else
            m->slide[m->slides++] = from->slide[i - from->rows];
    }
}

hol_model *hol_model_without(const hol_model *model, const hol_left_out *out)
{
    leaving x = {model, out, hol_model_new()};
    if (!x.model) return NULL;
    if (hol_try(leave, &x)) return x.model;
    hol_model_free(x.model);
    return NULL;
}

typedef struct {
    hol_model *model;
    const hol_pose *pose;
    hol_message *why;
    bool placed;
} placing;

/* Euler parameters of an assembled body have the sign of those given. */
static void place(void *data)
{
    placing *x = data;
    hol_model *model = x->model;
    for (int b = 0; b < model->bodies; b++) model->body[b].at = x->pose[b];
    x->placed = hol_assemble(model, NULL, NULL, x->why);
    for (int b = 0; b < model->bodies; b++) {
        double *p = model->body[b].at.p;
        if (hol_dot(4, p, x->pose[b].p) < 0)
            for (int k = 0; k < 4; k++) p[k] = -p[k];
    }
}

hol_model *hol_model_without_at(const hol_model *model, const hol_left_out *out, double t,
                                const hol_pose pose[], hol_message *why)
{
    static const hol_left_out nothing;
    placing x = {hol_model_without(model, &nothing), pose, why, false};
    hol_model *less = NULL;
    if (x.model) x.model->t0 = t;
    bool room = x.model && hol_try(place, &x);
    if (room && x.placed) less = hol_model_without(x.model, out);
    hol_model_free(x.model);
    if (less || (room && !x.placed)) return less;
    hol_lack_memory();
    hol_say(why, "there is no memory for the model");
    return NULL;
}

/* ---------------------------------------------------------------- least norm */

hol_closest *hol_least_norm_new(hol_memory *m, hol_eval *sys)
{
    hol_closest *p = hol_alloc(m, 1, sizeof *p);
    hol_closest_make(p, m, sys);
    hol_closest_free_all(p);
    return p;
}

/* Of y = mu / length, mu becomes U U^T mu: what is left has no part in the left null space of the
 * rows of length 1, which moves nothing. */
bool hol_least_norm(hol_closest *p, double t, const double q[], double y[])
{
    p->t = t;
    hol_eval *sys = p->sys;
    int m = sys->nj + sys->na;
    size_t mark = hol_mark(sys->work);
    double *length = hol_take(sys->work, m), *mu = hol_take(sys->work, m);
    bool found = hol_closest_rows(p, q, m, false);
    for (int i = 0; i < m && found; i++) {
        for (int j = 0; j < p->n; j++) length[i] += p->W[i + j * m] * p->W[i + j * m];
        length[i] = sqrt(length[i]) * hol_any_row_unit(sys, i);
        mu[i] = y[i] * length[i];
    }
    found = found && hol_closest_decompose(p, q, m, true);
    for (int i = 0; i < m && found; i++) y[i] = 0;
    for (int s = 0; s < p->rank && found; s++) {
        double part = hol_dot(m, p->U + s * m, mu);
        for (int i = 0; i < m; i++)
            if (length[i] > 0) y[i] += part * p->U[i + s * m] / length[i];
    }
    hol_release(sys->work, mark);
    return found;
}
