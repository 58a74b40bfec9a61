/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the baselines share: see engine.h. */
#include "baselines/engine.h"

#include <math.h>
#include <string.h>

bool hol_engine_has_shape(const hol_model *model, int body, hol_shape shape)
{
    return body != HOL_GROUND && hol_body_at(model, body)->shape == shape;
}

static bool is_planar(const hol_model *model, int body)
{
    return hol_engine_has_shape(model, body, HOL_PLANAR);
}

static bool takes_bodies(const hol_model *model, const char *engine, hol_message *why)
{
    for (int b = 0; b < hol_body_count(model); b++) {
        const hol_body *body = hol_body_at(model, b);
        if (body->shape == HOL_ROD)
            hol_say(why, "the rod '%s' has no moment about its axis, which %s asks for", body->name,
                    engine);
        else if (is_planar(model, b) != is_planar(model, 0))
            hol_say(why, "%s has no place for planar bodies beside others, '%s' and '%s'", engine,
                    hol_body_at(model, 0)->name, body->name);
        else
            continue;
        return false;
    }
    return true;
}

bool hol_engine_takes(hol_stepper *s, const char *engine, bool (*has)(hol_connection_kind kind))
{
    const hol_model *model = s->sys->model;
    hol_connection c;
    hol_message what;
    if (hol_unconnected(model, &what)) {
        hol_say(s->why, "%s has no place for %.400s", engine, what.text);
        return false;
    }
    if (!takes_bodies(model, engine, s->why)) return false;
    for (int k = 0; hol_connection_at(model, k, &c); k++) {
        bool across = c.kind == HOL_CYLINDRICAL_CONNECTION && is_planar(model, 0);
        if (has(c.kind) && !across) continue;
        hol_say(s->why, "%s has no place for the %s '%s'%s", engine, hol_connection_word(c.kind),
                c.name, across ? " of planar bodies" : "");
        return false;
    }
    return true;
}

hol_engine_state hol_engine_state_new(hol_stepper *s)
{
    const hol_model *model = s->sys->model;
    size_t n = (size_t)hol_body_count(model);
    return (hol_engine_state){.model = model,
                              .bodies = (int)n,
                              .planar = is_planar(model, 0),
                              .pose = hol_alloc(s->memory, n, sizeof(hol_pose)),
                              .wrench = hol_alloc(s->memory, n, sizeof(hol_wrench))};
}

bool hol_engine_forces(hol_engine_state *e, double t)
{
    bool any = hol_wrenches(e->model, t, e->pose, e->wrench);
    for (int b = 0; any && e->planar && b < e->bodies; b++)
        e->wrench[b].F[2] = e->wrench[b].tau[0] = e->wrench[b].tau[1] = 0;
    return any;
}

void hol_engine_gravity(const hol_engine_state *e, double g[3])
{
    hol_uniform_gravity(e->model, g);
    if (e->planar) g[2] = 0;
}

void hol_engine_read(hol_engine_state *e, hol_stepper *s, const hol_state *z)
{
    hol_poses(s->sys, z->q, z->v, e->pose);
    hol_engine_forces(e, z->t);
}

void hol_engine_write(const hol_engine_state *e, hol_stepper *s, hol_state *z)
{
    hol_eval *sys = s->sys;
    double *M = hol_take(s->work, sys->M.nnz);
    hol_place(sys, e->pose, z->q, z->v);
    hol_mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, z->p);
    memset(z->lambda, 0, (size_t)sys->nc * sizeof *z->lambda);
}

void hol_engine_inertia(const hol_eval *sys, const hol_body *body, double J[3])
{
    double one = body->shape == HOL_PLANAR ? body->J[2] : body->m * sys->unit * sys->unit;
    for (int k = 0; k < 3; k++) J[k] = body->shape == HOL_RIGID ? body->J[k] : one;
}

hol_engine_pair hol_engine_together(const hol_connection *c)
{
    int at = c->point[1].body == HOL_GROUND, other = 1 - at;
    hol_engine_pair p = {0};
    double back[9], x[3];
    for (int k = 0; k < 9; k += 4) p.R[at][k] = 1;
    for (int k = 0; k < 9; k++) back[k] = c->frame[other][k % 3 * 3 + k / 3];
    memcpy(p.x, c->point[at].rho, sizeof p.x);
    memcpy(p.F, c->frame[at], sizeof p.F);
    hol_matrix_multiply3(p.F, back, p.R[other]);
    hol_rotate(p.R[other], c->point[other].rho, x);
    for (int k = 0; k < 3; k++) p.r[other][k] = p.x[k] - x[k];
    return p;
}

/* ---------------------------------------------------------------- a tree of joints */

static int freedoms_of(const hol_model *model, const hol_connection *c, const int freedoms[])
{
    for (int e = 0; e < 2; e++)
        if (hol_engine_has_shape(model, c->point[e].body, HOL_POINT))
            return c->kind == HOL_SPHERICAL_CONNECTION ? 0 : 6;
    return freedoms[c->kind];
}

/* Has the body of end e a branch among the first n, or is it ground? */
static bool stands(const hol_connection *c, int e, const hol_engine_branch branch[], int n)
{
    for (int i = 0; i < n; i++)
        if (branch[i].body == c->point[e].body) return true;
    return c->point[e].body == HOL_GROUND;
}

static int first_without(const hol_engine_branch branch[], int n)
{
    for (int b = 0;; b++) {
        bool found = false;
        for (int i = 0; i < n; i++) found |= branch[i].body == b;
        if (!found) return b;
    }
}

/* The next branch after the first n. */
static hol_engine_branch next_branch(const hol_model *model, const int freedoms[],
                                     const hol_engine_branch branch[], int n)
{
    hol_engine_branch best = {.k = -1};
    hol_connection c;
    int least = 6;
    for (int k = 0; hol_connection_at(model, k, &c); k++) {
        bool first = stands(&c, 0, branch, n);
        int left = freedoms_of(model, &c, freedoms);
        if (first == stands(&c, 1, branch, n) || left >= least) continue;
        least = left;
        best = (hol_engine_branch){.body = c.point[first].body, .k = k, .p = !first};
    }
    if (best.k < 0) best.body = first_without(branch, n);
    return best;
}

void hol_engine_tree(const hol_model *model, const int freedoms[HOL_ENGINE_KINDS],
                     hol_engine_branch branch[])
{
    for (int n = 0; n < hol_body_count(model); n++)
        branch[n] = next_branch(model, freedoms, branch, n);
}

/* ---------------------------------------------------------------- from step to step */

hol_engine_left hol_engine_left_new(hol_stepper *s)
{
    return (hol_engine_left){.q = hol_alloc(s->memory, (size_t)s->sys->nq, sizeof(double)),
                             .v = hol_alloc(s->memory, (size_t)s->sys->nv, sizeof(double))};
}

void hol_engine_leave(hol_engine_left *left, const hol_stepper *s, const hol_state *z)
{
    memcpy(left->q, z->q, (size_t)s->sys->nq * sizeof *z->q);
    memcpy(left->v, z->v, (size_t)s->sys->nv * sizeof *z->v);
    left->live = true;
}

bool hol_engine_goes_on(const hol_engine_left *left, const hol_stepper *s, double h,
                        const hol_state *z)
{
    return left->live && fabs(z->t - left->t) <= 1e-9 * h &&
           !memcmp(z->q, left->q, (size_t)s->sys->nq * sizeof *z->q) &&
           !memcmp(z->v, left->v, (size_t)s->sys->nv * sizeof *z->v);
}
