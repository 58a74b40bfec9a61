/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The digest of a system's numbers: see reference_of.h. */
#include "harness/run/reference_of.h"

#include <string.h>

#include "base/number.h"
#include "holonomy/memory.h"
#include "holonomy/plugin.h"
#include "mechanics/internal.h"

enum { STATES = 3, PRINTED = 17 };
static const double time_of[STATES] = {0, 0.618, 1.772}; /* [s] */

typedef struct {
    hol_memory *memory;
    char *text; /* what is hashed */
    size_t used, room;
} writer;

static void put(writer *w, const char *word)
{
    size_t n = strlen(word) + 1;
    if (w->used + n + 1 > w->room) {
        size_t room = 2 * (w->room + n);
        char *text = hol_alloc(w->memory, room, 1);
        if (w->used) memcpy(text, w->text, w->used);
        hol_drop(w->memory, w->text);
        w->text = text;
        w->room = room;
    }
    memcpy(w->text + w->used, word, n - 1);
    w->used += n;
    w->text[w->used - 1] = ' ';
    w->text[w->used] = '\0';
}

static void put_numbers(writer *w, int n, const double x[])
{
    char text[HOL_NUMBER_TEXT];
    for (int i = 0; i < n; i++) {
        hol_number_text(x[i], PRINTED, text);
        put(w, text);
    }
}

/* x_i + size (-1 .. 1), the same for every system: by the fraction of multiples of a quadratic
 * irrational. */
static void shift(int n, double size, double x[], double *phase)
{
    for (int i = 0; i < n; i++) {
        *phase += 0.41421356237309503;
        if (*phase >= 1) *phase -= 1;
        x[i] += size * (2 * *phase - 1);
    }
}

static void put_state(writer *w, hol_eval *sys, double t, const double q[], const double v[])
{
    hol_memory *m = w->memory;
    int most = sys->M.nnz + sys->G.nnz + sys->A.nnz + sys->nv + sys->nc + sys->na;
    double *x = hol_alloc(m, (size_t)most, sizeof *x), *y = hol_alloc(m, (size_t)most, sizeof *y);
    put_numbers(w, sys->nq, q);
    put_numbers(w, sys->nv, v);
    hol_mass(sys, q, x);
    put_numbers(w, sys->M.nnz, x);
    hol_grad_potential(sys, q, x);
    put_numbers(w, sys->nv, x);
    hol_applied(sys, t, q, v, x);
    put_numbers(w, sys->nv, x);
    if (sys->nc) {
        hol_constraints(sys, t, q, x, y);
        put_numbers(w, sys->nc, x);
        put_numbers(w, sys->G.nnz, y);
        hol_drive(sys, t, q, v, x, y);
        put_numbers(w, sys->nc, x);
        put_numbers(w, sys->nc, y);
    }
    if (sys->na) {
        hol_nonholonomic_rows(sys, t, q, x, y);
        put_numbers(w, sys->A.nnz, x);
        put_numbers(w, sys->na, y);
    }
    hol_drop(m, x);
    hol_drop(m, y);
}

/* Of laws that agree at three states and are not one: whose they are, and all their constants. */
static void put_laws(writer *w, const hol_experiment *x)
{
    const hol_problem *problem = x->problem;
    const hol_model *model = x->sys->model;
    const hol_loaded *plugin = hol_plugin_of_problem(problem);
    put(w, hol_version());
    if (problem->digest) put(w, problem->digest);
    if (plugin) put(w, plugin->digest);
    for (int k = 0; (plugin = hol_plugin_of_laws(problem, k)); k++) put(w, plugin->digest);
    put_numbers(w, hol_option_count(problem->parameters), x->parameters);
    for (int i = 0; i < model->forces; i++) {
        put(w, model->force[i].law->name);
        put_numbers(w, sizeof model->force[i].par / sizeof(double), model->force[i].par);
    }
}

typedef struct {
    const hol_experiment *x;
    char *key;
} hashing;

static void hash(hol_memory *m, void *data)
{
    const hashing *h = data;
    hol_eval *sys = h->x->sys;
    writer w = {.memory = m};
    double *q = hol_alloc(m, (size_t)sys->nq, sizeof *q);
    double *v = hol_alloc(m, (size_t)sys->nv, sizeof *v), phase = 0.25;
    put(&w, h->x->problem->name);
    for (int b = 0; b < sys->nb; b++) put(&w, hol_body_at(sys->model, b)->name);
    for (int r = 0; r < sys->nj; r++) put(&w, sys->row_name[r]);
    hol_place(sys, NULL, q, v);
    for (int k = 0; k < STATES; k++) {
        put_state(&w, sys, time_of[k], q, v);
        shift(sys->nq, 0.3 * sys->length, q, &phase);
        shift(sys->nv, 0.3 * sys->speed, v, &phase);
    }
    if (!(sys->has & HOL_POWER_SERIES)) put_laws(&w, h->x);
    hol_digest((const char *const[]){w.text}, 1, h->key);
}

void hol_reference_key(const hol_experiment *natural, char key[HOL_DIGEST])
{
    hol_memory_end(hol_memory_of(hash, &(hashing){natural, key}));
}

hol_experiment *hol_natural_system(const hol_problem *problem, const double par[], hol_refusal *why)
{
    return hol_experiment_open(
        &(hol_setup){.problem = problem, .formulation = "natural", .parameters = par}, why);
}
