/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes that a motion may have been made with, tried one by one: see judge.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/words.h"
#include "harness/study/judge.h"
#include "holonomy/dense.h"
#include "holonomy/diagnostics.h"
#include "holonomy/memory.h"
#include "mechanics/internal.h"

/* Below the first a test tells nothing more, above the second nothing worse. */
static const double finest = 1e-6, coarsest = 10;
/* Decades by which a suspect mends some test, and all of them together. */
static const double enough = 1;
/* What a sound motion passes: the joints, and all else; of what a lag leaves of a test, so many
 * times what steps can do, but a part that the digits of a file may be. */
static const double joints_hold = 1e-2, rest_holds = 0.3, times_steps = 3, least_told = 2e-3;
/* Bodies up to which each has its own suspects. */
enum { EACH = 8, FITTED = 16, FIT_ROWS = 8, FIT_TIMES = 5 };

typedef struct { /* the model and the reading in which a motion is tried */
    hol_reading as;
    const hol_model *model;
    hol_model *made; /* the model where it is not the one given; or NULL */
    hol_eval *sys;
} trial;

typedef struct {
    const hol_motion *m;
    hol_memory *memory; /* of the points of all readings */
    trial base, best;
    hol_tests before;
    bool apart[HOL_TESTS]; /* the file's rows are too far apart for the test */
    hol_suspect found;     /* the best so far; gain 0: none */
    hol_judgement *verdict;
} trying;

/* ---------------------------------------------------------------- one mistake */

static double told(double x)
{
    return !(x <= coarsest) ? coarsest : x > finest ? x : finest;
}

/* Decades by which the tests are better in all; 0 where none of them is by enough. */
static double gain(const trying *x, const hol_tests *after)
{
    double sum = 0, most = 0;
    for (int k = 0; k < HOL_TESTS; k++) {
        if (x->apart[k] || (isnan(x->before.of[k]) && isnan(after->of[k]))) continue;
        double better = log10(told(x->before.of[k]) / told(after->of[k]));
        sum += better;
        most = fmax(most, better);
    }
    return most >= enough ? sum : 0;
}

static hol_eval *realise(const hol_model *model)
{
    hol_message why;
    hol_system *system = hol_realise(model, hol_formulation_named("natural"), NULL, &why);
    return system ? hol_had(hol_eval_take(system)) : NULL;
}

/* Ends what a trial has beside what the base has. */
static void drop(const trying *x, trial *t)
{
    if (t->sys != x->base.sys) hol_eval_free(t->sys);
    if (t->made != x->base.made) hol_model_free(t->made);
    *t = (trial){.sys = NULL};
}

/* Looks at a trial, which is ended or kept as the best. */
static void look(trying *x, trial *t, const char *text)
{
    if (t->made != x->base.made) t->sys = realise(t->made);
    x->verdict->tried++;
    if (!t->sys) {
        drop(x, t);
        return;
    }
    hol_tests after = hol_test_motion(t->sys, x->m, &t->as);
    double better = gain(x, &after);
    if (!(better >= enough && better > x->found.gain)) {
        drop(x, t);
        return;
    }
    drop(x, &x->best);
    x->best = *t;
    x->found = (hol_suspect){.gain = better, .tests = after};
    snprintf(x->found.text, sizeof x->found.text, "%s", text);
}

/* ---------------------------------------------------------------- of the reading */

static hol_reading copy_of(const trying *x, const hol_reading *as)
{
    hol_reading made = *as;
    made.point = hol_alloc_copy(x->memory, as->point, (size_t)as->bodies, sizeof *as->point);
    return made;
}

static void try_words(trying *x, int key)
{
    char word[16], text[64];
    for (int k = 0; hol_reading_word(key, k, word); k++) {
        if (k == x->base.as.of[key]) continue;
        trial t = x->base;
        t.as.of[key] = k;
        snprintf(text, sizeof text, "%s: %s", hol_reading_key(key), word);
        look(x, &t, text);
    }
}

/* Phi of the joint rows at some rows of the motion. */
static void joints_at(trying *x, const hol_reading *as, double phi[])
{
    hol_eval *sys = x->base.sys;
    hol_work *w = sys->work;
    size_t mark = hol_mark(w);
    double *q = hol_take(w, sys->nq), *v = hol_take(w, sys->nv), *all = hol_take(w, sys->nc);
    hol_pose *pose = hol_take_bytes(w, sys->nb, sizeof *pose);
    int first, end;
    hol_motion_rows(x->m, as, &first, &end);
    for (int k = 0; k < FIT_ROWS; k++) {
        int row = first + (int)((long)(end - 1 - first) * k / (FIT_ROWS - 1));
        hol_motion_poses(x->m, as, row, pose);
        hol_place(sys, pose, q, v);
        hol_constraints(sys, hol_motion_time(x->m, as, row), q, all, NULL);
        memcpy(phi + k * sys->nj, all, (size_t)sys->nj * sizeof *phi);
    }
    hol_release(w, mark);
}

/* A step of Gauss and Newton towards the points, one for each body, that close the joints: of those
 * that do so alike the nearest to the mass centres. */
static bool nearer(trying *x, hol_reading *as)
{
    const double step = 1e-3 * x->base.sys->length, slight = 1e-10;
    int n = 3 * as->bodies, rows = FIT_ROWS * x->base.sys->nj;
    double *phi = hol_new(rows, sizeof *phi), *J = hol_new(n * rows, sizeof *J);
    double *A = hol_new(n * n, sizeof *A), *c = hol_new(n, sizeof *c), trace = 0;
    double *point = as->point[0];
    joints_at(x, as, phi);
    for (int i = 0; i < n; i++) {
        double kept = point[i];
        point[i] += step;
        joints_at(x, as, J + i * rows);
        point[i] = kept;
        for (int k = 0; k < rows; k++) J[i * rows + k] = (J[i * rows + k] - phi[k]) / step;
        c[i] = -hol_dot(rows, J + i * rows, phi);
        for (int k = 0; k <= i; k++) A[i * n + k] = hol_dot(rows, J + i * rows, J + k * rows);
        trace += A[i * n + i];
    }
    for (int i = 0; i < n; i++) A[i * n + i] += slight * trace;
    bool good = trace > 0 && hol_cholesky_factor(n, A) == HOL_OK;
    if (good) hol_cholesky_solve(n, A, c);
    for (int i = 0; i < n && good; i++) point[i] += c[i];
    free(phi), free(J), free(A), free(c);
    return good;
}

/* "point bar: 0.5 0 0", with the number of further bodies. */
static void name_points(const trying *x, const hol_reading *as, char text[128])
{
    const double small = 1e-6 * x->base.sys->length;
    int points = 0;
    text[0] = '\0';
    for (int b = 0; b < as->bodies; b++) {
        double *c = as->point[b];
        for (int k = 0; k < 3; k++)
            if (fabs(c[k]) < 1e-3 * small) c[k] = 0;
        if (hol_norm(3, c) > small && !points++)
            snprintf(text, 128, "point %s: %.6g %.6g %.6g", hol_body_at(x->base.model, b)->name,
                     c[0], c[1], c[2]);
    }
    if (points > 1)
        hol_append(text, 128, ", and of %d more bod%s", points - 1, points > 2 ? "ies" : "y");
}

static void try_points(trying *x)
{
    char text[128];
    if (!x->base.sys->nj || x->base.as.bodies > FITTED) return;
    trial t = x->base;
    t.as = copy_of(x, &x->base.as);
    for (int k = 0; k < FIT_TIMES; k++)
        if (!nearer(x, &t.as)) return;
    name_points(x, &t.as, text);
    if (text[0]) look(x, &t, text);
}

/* ---------------------------------------------------------------- of the model */

static trial with_model(const trying *x)
{
    static const hol_left_out nothing;
    trial t = x->base;
    t.made = hol_had(hol_model_without(x->base.model, &nothing));
    t.model = t.made;
    return t;
}

static void try_gravity(trying *x)
{
    static const double factor[] = {-1, 0};
    static const char *const text[] = {"gravity the other way", "no gravity"};
    const double *g = x->base.model->g;
    for (int i = 0; i < 2 && hol_norm(3, g) > 0; i++) {
        trial t = with_model(x);
        for (int k = 0; k < 3; k++) t.made->g[k] = factor[i] * g[k];
        look(x, &t, text[i]);
    }
}

static const int order[][3] = {{1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}};
enum { ORDERS = sizeof order / sizeof *order };

/* Does a body have other moments then? */
static bool exchange(const int axis[3], hol_body *body)
{
    const double *J = body->J, new[3] = {J[axis[0]], J[axis[1]], J[axis[2]]};
    if (body->shape != HOL_RIGID || !memcmp(new, J, sizeof new)) return false;
    memcpy(body->J, new, sizeof new);
    return true;
}

/* Of one body, or of all (-1). */
static void try_inertia(trying *x, int which)
{
    for (int i = 0; i < ORDERS; i++) {
        trial t = with_model(x);
        char text[128];
        bool other = false;
        for (int b = 0; b < t.made->bodies; b++)
            if (which < 0 || b == which) other |= exchange(order[i], &t.made->body[b]);
        snprintf(text, sizeof text, "inertia of %s%s: axes in the order %d %d %d",
                 which < 0 ? "all bodies" : "", which < 0 ? "" : t.made->body[which].name,
                 order[i][0] + 1, order[i][1] + 1, order[i][2] + 1);
        if (other)
            look(x, &t, text);
        else
            drop(x, &t);
    }
}

/* ---------------------------------------------------------------- all of them */

static void try_all(trying *x)
{
    int bodies = x->base.model->bodies;
    for (int key = 0; key < HOL_READINGS; key++) try_words(x, key);
    if (x->m->velocities) {
        try_gravity(x);
        for (int b = 0; b < bodies && bodies <= EACH; b++) try_inertia(x, b);
        if (bodies > 1) try_inertia(x, -1);
    }
    try_points(x);
}

/* Takes the best for mended. */
static void mend(trying *x)
{
    hol_judgement *v = x->verdict;
    trial old = x->base;
    x->base = x->best;
    x->best = (trial){.sys = NULL};
    drop(x, &old);
    x->before = x->found.tests;
    v->of[v->count++] = x->found;
    x->found = (hol_suspect){.gain = 0};
}

/* Rows too far apart for one of the middle four are so for all of them: what turns quickly moves
 * what does not. */
static void find_apart(const hol_tests *as_is, bool apart[HOL_TESTS])
{
    bool some = false;
    for (int k = 0; k < HOL_TESTS; k++) some |= times_steps * as_is->steps[k] > rest_holds;
    for (int k = 0; k < HOL_TESTS; k++) apart[k] = some && !isnan(as_is->steps[k]);
}

/* What test k has over what it has at most. */
static double over(const hol_tests *tests, int k, double *most)
{
    *most = k == HOL_TEST_JOINTS ? joints_hold : rest_holds;
    double of_all = tests->of[k] / *most;
    if (isnan(tests->of[k])) *most = NAN;
    if (isnan(tests->left[k])) return of_all;
    *most = fmin(rest_holds, fmax(least_told, times_steps * tests->steps[k]));
    return fmax(of_all, tests->left[k] / *most);
}

/* The worst test, one that can tell before one that rows are too far apart for. */
static void conclude(hol_judgement *v, const bool apart[HOL_TESTS])
{
    static const char *const name[HOL_TESTS] = {HOL_TEST_LIST(HOL_WORD)};
    v->by = 1;
    for (int k = 0; k < HOL_TESTS; k++) {
        double times = over(&v->as_is, k, &v->most[k]);
        bool worse = !v->worst || apart[k] == v->apart ? times > v->by : v->apart;
        if (times > 1 && worse) v->by = times, v->worst = name[k], v->apart = apart[k];
    }
    v->sound = !v->count && !v->worst;
}

hol_judgement hol_judge_suspects(const hol_model *model, const hol_motion *m)
{
    hol_judgement v = {.tried = 0};
    trying x = {.m = m, .memory = hol_had(hol_memory_new()), .verdict = &v};
    x.base = (trial){.model = model, .sys = hol_had(realise(model))};
    x.base.as = copy_of(&x, &m->reading);
    x.before = v.as_is = hol_test_motion(x.base.sys, m, &x.base.as);
    find_apart(&v.as_is, x.apart);
    if (!(x.base.sys->has & HOL_HARD))
        hol_say(&v.untold, "softened joints are open: no mistakes are tried");
    while (!v.untold.text[0] && v.count < HOL_SUSPECTS) {
        try_all(&x);
        if (!(x.found.gain > 0)) break;
        mend(&x);
    }
    conclude(&v, x.apart);
    hol_eval_free(x.base.sys);
    hol_model_free(x.base.made);
    hol_memory_end(x.memory);
    return v;
}
