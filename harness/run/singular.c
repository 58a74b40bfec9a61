/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Singular configurations on the way from node to node: see singular.h. */
#include "harness/run/singular.h"

#include <math.h>
#include <string.h>

#include "base/doubles.h"
#include "holonomy/dense.h"
#include "holonomy/memory.h"
#include "holonomy/rows.h"
#include "mechanics/internal.h"
#include "numerics/gram.h"

enum { PARTS = 16, DEPTH = 2 };   /* a step is looked at in PARTS, and each suspect one again */
enum { FINER = 64 };              /* a part of a step below which a passage on it is believed */
static const double turned = 0.5; /* c_k below which the motion is looked at */
/* A row's pivot, the square of its distance from the others, over its own square: rank is lost. */
static const double flat = 1e-12;

/* Near a singular configuration the constraints are quadratic: violated by Phi (over the length, or
 * of inner rows) they let the motion pass it at a distance of the order of sqrt(Phi).  Near is a
 * pivot below so many times Phi, and below a tenth of the row's length, squared. */
static const double aside = 100, nearby = 0.01;
/* A motion extrapolated over so long a step that it violates the joints, over the length, or the
 * inner rows by more tells nothing of what is ahead. */
static const double astray = 0.1;

typedef struct { /* the rows of (G; A) that are not held, and the pivots of the Gram matrix of all
                  */
    double *C, *pivot;
    double least; /* pivot over the square of its row; 0 where the rank is lost */
} rows;

struct hol_watch {
    hol_memory *memory;
    hol_eval *sys;       /* NULL: it looks at nothing and says what another one said */
    hol_eval *of;        /* whose rows are watched: of a large tree the whole model's */
    hol_pattern stacked; /* G above A, where there is an A */
    double *held;        /* the held rows in the units of the columns, where the metre is not it */
    hol_gram *gram;
    rows last, base, next; /* the last node; two points of the motion that is looked at */
    rows entry;            /* the last node before those that are near */
    double *cross;         /* m: pivots of C B^T */
    double *phi;           /* nc */
    double least, at;      /* of the motion that is looked at, and where on it */
    bool near;             /* since `entry` the nodes are near a singular configuration, */
    double nearest, t;     /* the nearest one at t, */
    double *q;             /* there */
    double *met;           /* nq: coordinates of the last passage found */
    bool regular;          /* the rows of the last node have full rank */
    bool described;        /* one passage has been: the next have a time only */
    int worst;             /* the row with the least c_k of the last comparison */
    double finest, until;  /* up to this time a passage is believed on steps as short as this */
    long steps;            /* since the start */
    int agains, said;      /* how many steps AGAIN was said of, and is said of once more */
    long *again;           /* their numbers */
};

/* ---------------------------------------------------------------- set-up */

static rows new_rows(const hol_watch *w)
{
    return (rows){hol_doubles(w->memory, hol_gram_given(w->gram)),
                  hol_doubles(w->memory, hol_gram_size(w->gram)), 0.0};
}

/* The rows dependent at the start are left out: joint rows, or na rows behind the inner ones. */
static hol_gram *new_gram(hol_eval *sys, hol_memory *m, const hol_pattern *P, const double values[])
{
    int nc = sys->nc, n = nc + sys->na;
    bool *take = hol_alloc(m, (size_t)n, sizeof *take);
    bool *held = hol_alloc(m, (size_t)n, sizeof *held);
    for (int i = 0; i < n; i++) take[i] = true;
    for (int s = 0; s < sys->dependent.count; s++) {
        int row = sys->dependent.row[s];
        take[row < sys->nj ? row : nc + row - sys->nj] = false;
    }
    if (sys->held) memcpy(held, sys->held, (size_t)nc * sizeof *held);
    hol_gram *gram = hol_gram_new(P, take, held, values);
    hol_drop(m, take);
    hol_drop(m, held);
    return gram;
}

static const hol_pattern *rows_of(const hol_watch *w)
{
    return w->of->na ? &w->stacked : &w->of->G;
}

static void end_gram(void *w)
{
    hol_gram_free(((hol_watch *)w)->gram);
}

typedef struct {
    hol_eval *sys;
    hol_watch *made;
} making;

static void make(hol_memory *m, void *data)
{
    making *x = data;
    hol_eval *sys = hol_whole_of(x->sys, NULL);
    hol_watch *w = x->made = hol_alloc(m, 1, sizeof *w);
    hol_at_end(m, end_gram, w);
    w->memory = m;
    w->sys = x->sys;
    w->of = sys;
    if (sys->na) w->stacked = hol_stacked_rows(sys, m);
    if (sys->held && sys->unit != 1) {
        w->held = hol_doubles(m, sys->G.nnz);
        for (int k = 0; k < sys->G.nnz; k++)
            w->held[k] = hol_held_values(sys)[k] * hol_unit(sys, sys->G.col[k]);
    }
    w->gram = new_gram(sys, m, rows_of(w), w->held ? w->held : hol_held_values(sys));
    w->last = new_rows(w);
    w->base = new_rows(w);
    w->next = new_rows(w);
    w->entry = new_rows(w);
    w->cross = hol_doubles(m, hol_gram_size(w->gram));
    w->phi = hol_doubles(m, w->sys->nc);
    w->q = hol_doubles(m, w->sys->nq);
    w->met = hol_doubles(w->memory, x->sys->nq);
    w->until = (double)-INFINITY;
}

hol_watch *hol_watch_new(hol_eval *sys)
{
    making x = {.sys = sys};
    bool known = sys->has & HOL_FULL_RANK || sys->dependent.count;
    if (!known || sys->nj + sys->na == 0) return NULL;
    return hol_memory_of(make, &x) ? x.made : NULL;
}

static void make_repeat(hol_memory *m, void *data)
{
    making *x = data;
    const hol_watch *of = x->made;
    hol_watch *w = x->made = hol_alloc(m, 1, sizeof *w);
    *w = (hol_watch){.memory = m, .agains = of->agains};
    w->again = hol_alloc_copy(m, of->again, (size_t)of->agains, sizeof *of->again);
}

hol_watch *hol_watch_repeat(hol_watch *w)
{
    making x = {.made = w};
    if (!w || !w->agains) return NULL;
    if (!hol_memory_of(make_repeat, &x)) hol_no_memory();
    return x.made;
}

void hol_watch_free(hol_watch *w)
{
    if (w) hol_memory_end(w->memory);
}

/* ---------------------------------------------------------------- two configurations */

/* The rows of hol_moving_rows in the units of their columns: metres and radians count alike. */
static void scale_columns(const hol_watch *w, double C[])
{
    hol_eval *sys = w->of;
    const hol_pattern *P = rows_of(w);
    if (sys->unit == 1) return;
    for (int i = 0; i < P->rows; i++) {
        if (sys->held && i < sys->nc && sys->held[i]) continue;
        for (int k = P->start[i]; k < P->start[i + 1]; k++) *C++ *= hol_unit(sys, P->col[k]);
    }
}

/* False where the rank is lost. */
static bool read_rows(hol_watch *w, double t, const double q[], rows *x)
{
    const double *at = q;
    hol_moving_rows(hol_whole_of(w->sys, &at), t, at, x->C);
    scale_columns(w, x->C);
    x->least = fmin(1.0, hol_gram_pivots(w->gram, x->C, x->C, x->pivot));
    if (!(x->least > flat)) x->least = 0.0;
    return x->least > 0.0;
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

static void copy(const hol_watch *w, const rows *from, rows *to)
{
    memcpy(to->C, from->C, (size_t)hol_gram_given(w->gram) * sizeof(double));
    memcpy(to->pivot, from->pivot, (size_t)hol_gram_size(w->gram) * sizeof(double));
    to->least = from->least;
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
    hol_eval *sys = m->s->sys;
    size_t mark = hol_mark(m->s->work);
    if (m->node) {
        hol_between(m->node, m->s->work, theta, m->q, m->v);
    } else {
        double *dq = hol_take(m->s->work, sys->nv), s = theta * m->h;
        for (int i = 0; i < sys->nv; i++) {
            dq[i] = s * (m->z->v[i] + 0.5 * s * m->a[i]);
            m->v[i] = m->z->v[i] + s * m->a[i];
        }
        hol_move(sys, m->z->q, dq, m->q);
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
        if (w->next.least < w->least) {
            w->least = w->next.least;
            w->at = right;
        }
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
static void describe(hol_watch *w, double t, const double q[], hol_passage *found)
{
    hol_eval *sys = w->of;
    hol_dependence d;
    memcpy(w->met, q, (size_t)w->sys->nq * sizeof *q);
    hol_whole_of(w->sys, &q);
    *found = (hol_passage){.t = t};
    if (w->described) return;
    w->described = true;
    hol_dependent_rows(sys, q, sys->dependent.count + 1, &d);
    if (d.count)
        found->text = d.text;
    else if (w->worst < sys->nc)
        hol_say(&found->text, "about the row '%s', one of %d", sys->row_name[w->worst],
                sys->nc + sys->na);
    else
        hol_say(&found->text, "a nonholonomic row among %d", sys->nc + sys->na);
}

/* The larger of the joint rows, over the length, and the inner ones. */
static double violation(const hol_watch *w, double t, const double q[])
{
    hol_eval *sys = w->sys;
    hol_constraints(sys, t, q, w->phi, NULL);
    double joints = hol_rows_size(sys, 0, sys->nj, w->phi);
    return fmax(joints, hol_norm_max(sys->nc - sys->nj, w->phi + sys->nj));
}

/* Is a configuration with this least pivot as near to losing rank as its constraints let it come?
 */
static bool is_near(const hol_watch *w, double t, const double q[], double least)
{
    hol_eval *sys = w->sys;
    if (!sys->nc || least > nearby) return false;
    return least <= aside * violation(w, t, q);
}

/* A motion over which a row turned, followed without finding where: does it pass aside? */
static bool passes_aside(hol_watch *w, const motion *m, double *theta)
{
    if (!(w->at > 0.0)) return false;
    *theta = w->at;
    move_to(m, w->at);
    return is_near(w, m->z->t + w->at * m->h, m->q, w->least);
}

/* Is the point at theta, extrapolated from the node, far from every configuration? */
static bool is_astray(const hol_watch *w, const motion *m, double theta)
{
    if (m->node) return false;
    move_to(m, theta);
    return !(violation(w, m->z->t + theta * m->h, m->q) <= astray);
}

/* The rows of the motion's beginning are `last`. */
static bool look(hol_watch *w, motion *m, hol_passage *found)
{
    hol_eval *sys = w->sys;
    size_t mark = hol_mark(m->s->work);
    double theta;
    m->q = hol_take(m->s->work, sys->nq);
    m->v = hol_take(m->s->work, sys->nv);
    copy(w, &w->last, &w->base);
    w->least = w->last.least;
    w->at = 0.0;
    bool singular = search(w, m, DEPTH - 1, 0, 1, &theta) || passes_aside(w, m, &theta);
    singular = singular && !is_astray(w, m, theta);
    if (singular) {
        move_to(m, theta);
        describe(w, m->z->t + theta * m->h, m->q, found);
    }
    hol_release(m->s->work, mark);
    return singular;
}

/* ---------------------------------------------------------------- the interface */

void hol_watch_start(hol_watch *w, const hol_state *z)
{
    w->steps = w->said = 0;
    if (!w->sys) return;
    hol_counters kept = *w->sys->count;
    w->regular = read_rows(w, z->t, z->q, &w->last);
    w->near = false;
    *w->sys->count = kept;
}

double hol_watch_least(const hol_watch *w)
{
    return w->sys ? w->last.least : 1.0;
}

/* Slowly past a singular configuration, off the constraints: no step turns a row by much, and the
 * first node that is no longer near is compared with the last one that was not yet.  The rows of z
 * are `last`, those of the node before `before`. */
static bool passed_slowly(hol_watch *w, const hol_state *z, const rows *before, hol_passage *found)
{
    bool near = is_near(w, z->t, z->q, w->last.least), ended = w->near && !near;
    if (near && !w->near) copy(w, before, &w->entry);
    if (near && (!w->near || w->last.least < w->nearest)) {
        w->nearest = w->last.least;
        w->t = z->t;
        memcpy(w->q, z->q, (size_t)w->sys->nq * sizeof *w->q);
    }
    w->near = near;
    bool passed = ended && !alike(w, &w->entry, &w->last);
    if (passed) describe(w, w->t, w->q, found);
    return passed;
}

/* Is a passage on this step to be looked at on a shorter one? */
static bool is_long(hol_watch *w, const hol_node *node)
{
    double t = node->before->t;
    if (!(t < w->until)) {
        w->finest = node->h / FINER;
        w->until = t + node->h;
    }
    return node->h > 1.5 * w->finest;
}

/* Keeps that this step was to be taken AGAIN. */
static hol_watched say_again(hol_watch *w)
{
    w->again = hol_grow(w->memory, w->again, w->agains, sizeof *w->again);
    w->again[w->agains++] = w->steps;
    return HOL_AGAIN;
}

/* What was said of this step the first time. */
static hol_watched say_as_before(hol_watch *w)
{
    bool again = w->said < w->agains && w->again[w->said] == w->steps;
    w->said += again;
    return again ? HOL_AGAIN : HOL_CLEAR;
}

hol_watched hol_watch_step(hol_watch *w, const hol_node *node, bool again, hol_passage *found)
{
    w->steps++;
    if (!w->sys) return say_as_before(w);
    hol_counters kept = *w->sys->count;
    motion m = {.node = node, .s = node->s, .z = node->before, .h = node->h};
    bool full = read_rows(w, node->z->t, node->z->q, &w->next), singular = false;
    bool described = w->described;
    if (w->regular && !(full && alike(w, &w->last, &w->next))) {
        singular = look(w, &m, found);
        if (singular && again && is_long(w, node)) {
            w->described = described;
            *w->sys->count = kept;
            return say_again(w);
        }
        full = read_rows(w, node->z->t, node->z->q, &w->next);
    }
    bool began = !w->regular || singular;
    w->regular = full;
    swap(&w->last, &w->next);
    if (full && began && w->near) copy(w, &w->last, &w->entry);
    if (full && !singular) singular = passed_slowly(w, node->z, began ? &w->last : &w->next, found);
    *w->sys->count = kept;
    return singular ? HOL_PASSED : HOL_CLEAR;
}

double *hol_watch_met(hol_watch *w)
{
    return w->met;
}

bool hol_watch_ahead(hol_watch *w, hol_stepper *s, double h, const hol_state *z, hol_passage *found)
{
    if (!w->sys) return false;
    hol_counters kept = *w->sys->count;
    size_t mark = hol_mark(s->work);
    h = fmax(h, w->until - z->t); /* as far as a passage was seen */
    motion m = {.s = s, .z = z, .h = h, .a = hol_take(s->work, w->sys->nv)};
    bool singular = w->regular && !hol_acceleration(w->sys, z->t, z->q, z->v, m.a, NULL, NULL) &&
                    look(w, &m, found);
    hol_release(s->work, mark);
    *w->sys->count = kept;
    return singular;
}
