/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which reference is that of a problem, and the motion between its rows: see reference.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "harness/run/deriver.h"
#include "harness/run/reference_of.h"
#include "holonomy/memory.h"

enum { PATH = 640 };

/* ---------------------------------------------------------------- files that are named */

/* The path of a file in the folder of the model's file, "" where it has none. */
static void in_folder(const hol_problem *problem, const char *file, char path[], size_t size)
{
    const char *own = problem->file ? problem->file : "", *end = strrchr(own, '/');
    int length = snprintf(path, size, "%.*s%s", end ? (int)(end - own) + 1 : 0, own, file);
    if (length < 0 || (size_t)length >= size) path[0] = '\0';
}

void hol_reference_beside(const hol_problem *problem, char path[], size_t size)
{
    char file[80];
    snprintf(file, sizeof file, "%.70s.ref", problem->name);
    in_folder(problem, file, path, size);
}

static bool find_named(const hol_problem *problem, const char *file, char path[PATH])
{
    if (problem->file) {
        in_folder(problem, file, path, PATH);
        if (path[0] && access(path, R_OK) == 0) return true;
    }
    return hol_reference_find(file, path, PATH);
}

/* ---------------------------------------------------------------- derived ones */

void hol_reference_cached_name(const char *problem, const char *key, const char *end,
                               char name[HOL_CACHED_NAME])
{
    snprintf(name, HOL_CACHED_NAME, key ? "references/%.80s/%s.%s" : "references/%.80s", problem,
             key, end);
}

/* NULL without a message where it is that of another model. */
static hol_reference *read_derived(const char *path, const char key[HOL_DIGEST], hol_message *wrong)
{
    hol_reference *ref = hol_reference_read(path, wrong);
    if (ref && !strcmp(ref->model, key)) return ref;
    hol_reference_free(ref);
    return NULL;
}

static double end_of(const hol_reference *ref)
{
    return ref ? ref->t[ref->rows - 1] : -1;
}

/* Is there any of a problem of that name?  A large model is not realised once more for none. */
static bool any_derived(const hol_problem *problem, char path[PATH])
{
    char name[HOL_CACHED_NAME];
    hol_reference_cached_name(problem->name, NULL, NULL, name);
    if (hol_cache_find(name, path, PATH)) return true;
    if (problem->file) hol_reference_beside(problem, path, PATH);
    return problem->file && access(path, R_OK) == 0;
}

typedef struct {
    const hol_experiment *x;
    char *key;
} keyed;

static void make_key(void *data)
{
    const keyed *k = data;
    hol_reference_key(k->x, k->key);
}

static bool key_of(const hol_problem *problem, const double par[], char key[HOL_DIGEST])
{
    hol_refusal none;
    hol_experiment *x = hol_natural_system(problem, par, &none);
    bool has = x && hol_deriver_for(x->sys), room = none.outcome != HOL_WITHOUT_MEMORY;
    if (has) room = hol_try(make_key, &(keyed){x, key});
    hol_experiment_close(x);
    if (!room) hol_lack_memory();
    return has && room;
}

/* Of the model as it is now: beside its file, or in the cache, which may know more of it, and where
 * a file that cannot be right is none. */
static hol_reference *find_derived(const hol_problem *problem, const double par[],
                                   hol_message *missing, hol_message *wrong)
{
    char key[HOL_DIGEST], name[HOL_CACHED_NAME], path[PATH];
    hol_message broken = {""};
    hol_reference *own = NULL, *cached = NULL;
    if (!any_derived(problem, path) || !key_of(problem, par, key)) return NULL;
    if (problem->file) {
        hol_reference_beside(problem, path, sizeof path);
        bool there = access(path, R_OK) == 0;
        if (there) own = read_derived(path, key, wrong);
        if (wrong->text[0]) return NULL;
        if (there && !own)
            hol_say(missing, "%.400s is of another model than %.60s as it is now", path,
                    problem->name);
    }
    hol_reference_cached_name(problem->name, key, "ref", name);
    if (hol_cache_find(name, path, sizeof path)) cached = read_derived(path, key, &broken);
    if (broken.text[0]) hol_say(missing, "%.450s: left aside", broken.text);
    bool longer = end_of(cached) > end_of(own);
    hol_reference_free(longer ? own : cached);
    return longer ? cached : own;
}

hol_reference *hol_reference_for(const hol_problem *problem, const double par[],
                                 hol_message *missing, hol_message *wrong)
{
    char file[64], path[PATH];
    missing->text[0] = wrong->text[0] = '\0';
    for (int k = 0; hol_reference_file(problem, k, file); k++) {
        if (!find_named(problem, file, path)) {
            hol_say(missing, "no reference: %.400s is not there", path);
            continue;
        }
        hol_reference *ref = hol_reference_read_for(path, problem, par, wrong);
        if (ref || wrong->text[0]) return ref;
    }
    if (problem->exact) return NULL;
    hol_reference *derived = find_derived(problem, par, missing, wrong);
    if (derived) missing->text[0] = '\0';
    return derived;
}

/* ---------------------------------------------------------------- between rows */

typedef struct {
    const hol_reference *ref;
    const hol_experiment *x; /* in natural coordinates */
    const hol_deriver *by;
    int row; /* the one before */
    double t;
    hol_pose *pose;
    double *lambda;
    bool known;
} between;

static double multiplier(const hol_eval *sys, const hol_quad y[], const char *name)
{
    for (int r = 0; r < sys->nj; r++)
        if (!strcmp(sys->row_name[r], name)) return (double)y[r];
    for (int r = 0; r < sys->na; r++)
        if (!strcmp(sys->model->slide[r].name, name)) return (double)y[sys->nj + r];
    return NAN;
}

static void look(const between *b, const hol_walk *w)
{
    const hol_eval *sys = w->sys;
    hol_quad_pose *pose = hol_alloc(w->memory, (size_t)sys->nb, sizeof *pose);
    hol_quad *y = hol_alloc(w->memory, (size_t)(sys->nj + sys->na), sizeof *y);
    w->by->look(w, pose, y);
    for (int i = 0; i < sys->nb; i++) {
        for (int k = 0; k < 4; k++) b->pose[i].p[k] = (double)pose[i].p[k];
        for (int k = 0; k < 3; k++) {
            b->pose[i].r[k] = (double)pose[i].r[k];
            b->pose[i].v[k] = (double)pose[i].v[k];
            b->pose[i].omega[k] = (double)pose[i].omega[k];
        }
    }
    for (int i = 0; b->lambda && i < b->ref->multipliers; i++)
        b->lambda[i] = multiplier(sys, y, b->ref->multiplier[i]);
}

static void go_between(hol_memory *m, void *data)
{
    between *b = data;
    const hol_reference *ref = b->ref;
    hol_walk w = {.by = b->by,
                  .problem = b->x->problem,
                  .par = b->x->parameters,
                  .sys = b->x->sys,
                  .memory = m};
    const hol_pose *at = ref->pose + b->row * ref->bodies;
    hol_status status = w.by->between(&w, ref->t[b->row], at, b->t);
    if (status == HOL_NO_MEMORY) hol_no_memory();
    b->known = !status;
    if (b->known) look(b, &w);
}

static void go_owned(void *data)
{
    hol_memory_end(hol_memory_of(go_between, data));
}

bool hol_reference_at(const hol_reference *ref, const hol_problem *problem, const double par[],
                      double t, hol_pose pose[], double lambda[])
{
    int row = hol_reference_row(ref, t);
    if (row >= 0) {
        memcpy(pose, ref->pose + row * ref->bodies, (size_t)ref->bodies * sizeof *pose);
        if (lambda)
            memcpy(lambda, ref->lambda + row * ref->multipliers,
                   (size_t)ref->multipliers * sizeof *lambda);
        return true;
    }
    if (!(t > ref->t[0] && t < ref->t[ref->rows - 1])) return false;
    between b = {.ref = ref, .t = t, .pose = pose, .lambda = lambda};
    while (ref->t[b.row + 1] < t) b.row++;
    hol_refusal none;
    hol_experiment *x = hol_natural_system(problem, par, &none);
    bool room = none.outcome != HOL_WITHOUT_MEMORY;
    b.x = x;
    b.by = x ? hol_deriver_for(x->sys) : NULL;
    if (b.by && x->sys->nb == ref->bodies) room = hol_try(go_owned, &b);
    hol_experiment_close(x);
    if (!room) hol_lack_memory();
    return b.known;
}
