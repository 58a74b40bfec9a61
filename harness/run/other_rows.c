/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of the rows that are left out, made again on the way: see other_rows.h. */
#include "harness/run/other_rows.h"

#include <string.h>

#include "holonomy/memory.h"

/* Of the rows kept, the square of what is left of the last of them beside the others: below `near`
 * others are taken that are so many times further; ahead of a step that meets a singular
 * configuration any that are further. */
static const double near = 0.01, gain = 4, ahead = 1.5;

typedef struct { /* what belongs to one choice */
    hol_model *kept;
    hol_eval *sys;
    hol_stepper *s;
    hol_state *z;
} made;

struct hol_chooser {
    hol_memory *memory;
    hol_experiment *x;
    hol_row_choice *choice;
    hol_left_out before; /* what was left out when it was asked last: names and rows of its own */
    hol_pose *pose;      /* nb */
    double t;            /* when it was made again last, */
    long changes;        /* and how often */
    double first;        /* and at first */
    hol_message text;
};

static void end(void *self)
{
    made *m = self;
    hol_state_free(m->z);
    hol_stepper_free(m->s);
    hol_eval_free(m->sys);
    hol_model_free(m->kept);
}

hol_chooser *hol_chooser_new(hol_memory *m, hol_experiment *x)
{
    if (!x->left_out.count) return NULL;
    hol_row_choice *choice = hol_row_choice_new(m, x->model ? x->model : x->problem->model);
    if (!choice) return NULL;
    hol_chooser *c = hol_alloc(m, 1, sizeof *c);
    *c = (hol_chooser){.memory = m, .x = x, .choice = choice, .t = -1};
    c->pose = hol_alloc(m, (size_t)x->sys->nb, sizeof *c->pose);
    c->before.row = hol_alloc(m, (size_t)x->left_out.count, sizeof *c->before.row);
    c->before.name = hol_alloc(m, (size_t)x->left_out.count, sizeof *c->before.name);
    return c;
}

/* The rows and names of one into the arrays of another. */
static void copy(const hol_left_out *from, hol_left_out *to)
{
    to->count = from->count;
    to->text = from->text;
    memcpy(to->row, from->row, (size_t)from->count * sizeof *to->row);
    memcpy(to->name, from->name, (size_t)from->count * sizeof *to->name);
}

/* Never twice at one state: what has not helped will not. */
bool hol_chooser_asked(void *chooser, const hol_state *z, bool met)
{
    hol_chooser *c = chooser;
    hol_left_out *out = &c->x->left_out;
    double nearness;
    if (z->t == c->t) return false;
    hol_counters kept = *c->x->s->count;
    copy(out, &c->before);
    hol_poses(c->x->sys, z->q, z->v, c->pose);
    bool better = hol_choose_again(c->choice, z->t, c->pose, met ? ahead : gain, out, &nearness);
    *c->x->s->count = kept;
    if (better && (met || nearness < near)) return true;
    copy(&c->before, out);
    return false;
}

/* Joint coordinates are those of a tree, which other rows may change. */
static bool same_coordinates(const hol_eval *a, const hol_eval *b)
{
    const char *one = hol_tree_about(a), *other = hol_tree_about(b);
    return one && other ? !strcmp(one, other) : !one && !other;
}

/* The new system and what goes with it, as far as it comes; the momenta go on in coordinates that
 * are the same, else they are those of the velocities. */
static hol_status build(hol_chooser *c, made *m, double h, hol_message *why)
{
    hol_experiment *x = c->x;
    hol_status status;
    const hol_model *model = x->model ? x->model : x->problem->model;
    hol_poses(x->sys, x->z->q, x->z->v, c->pose);
    m->kept = hol_model_without_at(model, &x->left_out, x->z->t, c->pose, why);
    if (!m->kept) return HOL_SINGULAR;
    hol_system *system =
        hol_realise(m->kept, hol_formulation_named(x->sys->formulation), NULL, why);
    if (!system) return HOL_SINGULAR;
    m->sys = hol_had(hol_eval_take(system));
    if (hol_missing(x->method, m->sys)) {
        hol_say(why, "the rows that are to be kept depend on each other");
        return HOL_SINGULAR;
    }
    m->s = hol_stepper_new(m->sys, x->method, x->options, &status, why);
    if (status == HOL_NO_MEMORY) hol_no_memory();
    if (!m->s) return status;
    m->s->rtol = x->s->rtol, m->s->atol = x->s->atol;
    m->z = hol_had(hol_state_new(m->sys, x->method, x->options));
    m->sys->length = x->sys->length, m->sys->speed = x->sys->speed;
    *m->s->count = *x->s->count;
    status = hol_start(m->s, x->z->t, h, NULL, m->z);
    if (status) return status;
    if (same_coordinates(m->sys, x->sys))
        memcpy(m->z->p, x->z->p, (size_t)m->sys->nv * sizeof(double));
    return hol_restart(m->s, h, m->z);
}

hol_status hol_chooser_change(hol_chooser *c, double h, hol_message *why)
{
    hol_experiment *x = c->x;
    made *m = hol_alloc(c->memory, 1, sizeof *m);
    hol_at_end(c->memory, end, m);
    hol_status status = build(c, m, h, why);
    if (status) {
        if (m->s && !why->text[0]) hol_say(why, "%s", hol_status_reason(status));
        copy(&c->before, &x->left_out);
        c->t = x->z->t;
        return status;
    }
    const made old = {x->kept, x->sys, x->s, x->z};
    x->kept = m->kept, x->sys = m->sys, x->s = m->s, x->z = m->z;
    *m = old;
    c->t = x->z->t;
    if (c->changes++ == 0) c->first = c->t, c->text = x->left_out.text;
    return HOL_OK;
}

long hol_chooser_changes(const hol_chooser *c, double *t, const char **text)
{
    *t = c->first;
    *text = c->text.text;
    return c->changes;
}
