/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Singular configurations on the way from node to node: see singular.h. */
#include "harness/singular.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/memory.h"
#include "numerics/dense.h"
#include "numerics/gram.h"

enum { PARTS = 16, DEPTH = 2 };   /* a step is looked at in PARTS, and each suspect one again */
static const double turned = 0.5; /* c_k below which the motion is looked at */
/* A row's pivot, the square of its distance from the others, over its own square: rank is lost. */
static const double flat = 1e-12;

typedef struct { /* (G; A) at a configuration, and the pivots of its Gram matrix */
    double *C, *pivot;
} rows;

struct hol_watch {
    const hol_system *sys;
    hol_pattern pattern; /* G above A */
    hol_gram *gram;
    rows last, base, next; /* the last node; two points of the motion that is looked at */
    double *cross;         /* m: pivots of C B^T */
    bool regular;          /* the rows of the last node have full rank */
    bool described;        /* one passage has been: the next have a time only */
    int worst;             /* the row with the least c_k of the last comparison */
};

/* ---------------------------------------------------------------- set-up */

static rows new_rows(const hol_watch *w)
{
    return (rows){hol_new(w->pattern.nnz, sizeof(double)),
                  hol_new(hol_gram_size(w->gram), sizeof(double))};
}

static void free_rows(rows *x)
{
    free(x->C);
    free(x->pivot);
}

/* The rows dependent at the start are left out: joint rows, or na rows behind the inner ones. */
static bool *independent(const hol_system *sys)
{
    bool *take = hol_new(sys->nc + sys->na, sizeof *take);
    for (int i = 0; i < sys->nc + sys->na; i++) take[i] = true;
    for (int s = 0; s < sys->dependent.count; s++) {
        int row = sys->dependent.row[s];
        take[row < sys->nj ? row : sys->nc + row - sys->nj] = false;
    }
    return take;
}

hol_watch *hol_watch_new(const hol_system *sys)
{
    bool known = sys->has & HOL_FULL_RANK || sys->dependent.count;
    if (!known || sys->nj + sys->na == 0) return NULL;
    hol_watch *w = hol_new(1, sizeof *w);
    bool *take = independent(sys);
    w->sys = sys;
    w->pattern = hol_stacked_rows(sys);
    w->gram = hol_gram_new(&w->pattern, take);
    w->last = new_rows(w);
    w->base = new_rows(w);
    w->next = new_rows(w);
    w->cross = hol_new(hol_gram_size(w->gram), sizeof *w->cross);
    free(take);
    return w;
}

void hol_watch_free(hol_watch *w)
{
    if (!w) return;
    hol_gram_free(w->gram);
    hol_pattern_free(&w->pattern);
    free_rows(&w->last);
    free_rows(&w->base);
    free_rows(&w->next);
    free(w->cross);
    free(w);
}

/* ---------------------------------------------------------------- two configurations */

/* False where the rank is lost. */
static bool read_rows(hol_watch *w, double t, const double q[], rows *x)
{
    const hol_system *sys = w->sys;
    bool full = true;
    if (sys->nc) sys->constraints(sys, t, q, NULL, x->C);
    if (sys->na) sys->nonholonomic(sys, t, q, x->C + sys->G.nnz, NULL);
    hol_gram_pivots(w->gram, x->C, x->C, x->pivot);
    for (int k = 0; k < hol_gram_size(w->gram); k++) {
        int row = hol_gram_row(w->gram, k), at = w->pattern.start[row];
        int count = w->pattern.start[row + 1] - at;
        full = full && x->pivot[k] > flat * hol_dot(count, x->C + at, x->C + at);
    }
    return full;
}

/* Every c_k above `turned`? */
static bool alike(hol_watch *w, const rows *from, const rows *to)
{
    double least = 1;
    hol_gram_pivots(w->gram, to->C, from->C, w->cross);
    for (int k = 0; k < hol_gram_size(w->gram); k++) {
        double c = w->cross[k] / sqrt(from->pivot[k] * to->pivot[k]);
        if (c >= least) continue;
        least = isnan(c) ? -1 : c;
        w->worst = hol_gram_row(w->gram, k);
    }
    return least > turned;
}

static void swap(rows *x, rows *y)
{
    rows t = *x;
    *x = *y;
    *y = t;
}

/* ---------------------------------------------------------------- a motion */

typedef struct {          /* between two nodes, or ahead of one */
    const hol_node *node; /* NULL: ahead */
    hol_stepper *s;
    const hol_state *z; /* at 0 */
    double h, *a;       /* a: v' at z, nv */
    double *q, *v;      /* the point looked at */
} motion;

static void move_to(const motion *m, double theta)
{
    const hol_system *sys = m->s->sys;
    size_t mark = hol_mark(m->s->work);
    if (m->node) {
        hol_between(m->node, m->s->work, theta, m->q, m->v);
    } else {
        double *dq = hol_take(m->s->work, sys->nv), s = theta * m->h;
        for (int i = 0; i < sys->nv; i++) {
            dq[i] = s * (m->z->v[i] + 0.5 * s * m->a[i]);
            m->v[i] = m->z->v[i] + s * m->a[i];
        }
        sys->move(sys, m->z->q, dq, m->q);
    }
    hol_release(m->s->work, mark);
}

/* The first part of [from, to] over which a row turns, halfway into theta; base stands at `from`
 * and, where there is none, in the end at `to`. */
static bool search(hol_watch *w, const motion *m, int depth, double from, double to, double *theta)
{
    for (int i = 0; i < PARTS; i++) {
        double left = from + (to - from) * i / PARTS, right = from + (to - from) * (i + 1) / PARTS;
        move_to(m, right);
        bool full = read_rows(w, m->z->t + right * m->h, m->q, &w->next);
        if (full && alike(w, &w->base, &w->next)) {
            swap(&w->base, &w->next);
            continue;
        }
        *theta = 0.5 * (left + right);
        if (depth == 0 || search(w, m, depth - 1, left, right, theta)) return true;
    }
    return false;
}

/* The rows of the least singular value there, or at least the one that turned; the first time. */
static void describe(hol_watch *w, const motion *m, double theta, hol_passage *found)
{
    const hol_system *sys = w->sys;
    hol_dependence d;
    *found = (hol_passage){.t = m->z->t + theta * m->h};
    if (w->described) return;
    w->described = true;
    move_to(m, theta);
    hol_dependent_rows(sys, m->q, m->v, sys->dependent.count + 1, &d);
    if (d.count)
        found->text = d.text;
    else if (w->worst < sys->nc)
        hol_say(&found->text, "about the row '%s', one of %d", sys->row_name[w->worst],
                sys->nc + sys->na);
    else
        hol_say(&found->text, "a nonholonomic row among %d", sys->nc + sys->na);
    hol_dependence_clear(&d);
}

/* The rows of the motion's beginning are `last`. */
static bool look(hol_watch *w, motion *m, hol_passage *found)
{
    const hol_system *sys = w->sys;
    size_t mark = hol_mark(m->s->work);
    double theta;
    m->q = hol_take(m->s->work, sys->nq);
    m->v = hol_take(m->s->work, sys->nv);
    memcpy(w->base.C, w->last.C, (size_t)w->pattern.nnz * sizeof(double));
    memcpy(w->base.pivot, w->last.pivot, (size_t)hol_gram_size(w->gram) * sizeof(double));
    bool singular = search(w, m, DEPTH - 1, 0, 1, &theta);
    if (singular) describe(w, m, theta, found);
    hol_release(m->s->work, mark);
    return singular;
}

/* ---------------------------------------------------------------- the interface */

void hol_watch_start(hol_watch *w, const hol_state *z)
{
    hol_counters kept = *w->sys->count;
    w->regular = read_rows(w, z->t, z->q, &w->last);
    *w->sys->count = kept;
}

bool hol_watch_step(hol_watch *w, const hol_node *node, hol_passage *found)
{
    hol_counters kept = *w->sys->count;
    motion m = {.node = node, .s = node->s, .z = node->before, .h = node->h};
    bool full = read_rows(w, node->z->t, node->z->q, &w->next), singular = false;
    if (w->regular && !(full && alike(w, &w->last, &w->next))) {
        singular = look(w, &m, found);
        full = read_rows(w, node->z->t, node->z->q, &w->next);
    }
    w->regular = full;
    swap(&w->last, &w->next);
    *w->sys->count = kept;
    return singular;
}

bool hol_watch_ahead(hol_watch *w, hol_stepper *s, double h, const hol_state *z, hol_passage *found)
{
    hol_counters kept = *w->sys->count;
    size_t mark = hol_mark(s->work);
    motion m = {.s = s, .z = z, .h = h, .a = hol_take(s->work, w->sys->nv)};
    bool singular = w->regular &&
                    !hol_acceleration(w->sys, s->work, z->t, z->q, z->v, m.a, NULL, NULL) &&
                    look(w, &m, found);
    hol_release(s->work, mark);
    *w->sys->count = kept;
    return singular;
}
