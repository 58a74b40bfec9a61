/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model is data: bodies, basic constraints (basic.c), forces, symmetries.  Mistakes are collected
 * while it is built and reported when it is realised. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "holonomy/dense.h"
#include "mechanics/internal.h"

bool hol_model_mistake(hol_model *model, const char *format, ...)
{
    char *text = model->error.text;
    size_t used = strlen(text), room = sizeof model->error.text - used;
    if (used && room > 3) {
        memcpy(text + used, "; ", 3);
        used += 2, room -= 2;
    }
    va_list list;
    va_start(list, format);
    vsnprintf(text + used, room, format, list);
    va_end(list);
    return false;
}

bool hol_model_mistakes(hol_model *model, hol_message *why)
{
    *why = model->error;
    model->error.text[0] = '\0';
    if (model->no_memory) hol_lack_memory();
    if (model->no_memory) hol_say(why, "there is no memory for the model");
    return why->text[0];
}

bool hol_is_word(const char *name, size_t longest)
{
    size_t n = strnlen(name, longest + 1);
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)name[i] <= ' ' || name[i] == 127 || strchr(",'\"", name[i]))
            return false;
    return n >= 1 && n <= longest;
}

hol_model *hol_model_new(void)
{
    hol_model *model = calloc(1, sizeof *model);
    if (model) model->memory = hol_memory_new();
    if (model && model->memory) return model;
    free(model);
    return NULL;
}

void hol_model_free(hol_model *model)
{
    if (!model) return;
    hol_memory_end(model->memory);
    free(model);
}

typedef struct {
    hol_memory *memory;
    void *array;
    int count;
    size_t size;
} growth;

static void grow(void *data)
{
    growth *g = data;
    g->array = hol_grow(g->memory, g->array, g->count, g->size);
}

void *hol_model_grow(hol_model *model, void *array, int count, size_t size)
{
    growth g = {model->memory, array, count, size};
    if (!model->no_memory && hol_try(grow, &g)) return g.array;
    model->no_memory = true;
    return NULL;
}

void *hol_model_alloc(hol_model *model, size_t size)
{
    void *made = hol_model_grow(model, NULL, 0, size);
    return made ? memset(made, 0, size) : NULL;
}

bool hol_model_make(hol_model *model, void (*make)(void *data), void *data, const char *text,
                    const hol_expression_fault *fault)
{
    if (!hol_try(make, data)) {
        model->no_memory = true;
        return false;
    }
    if (!fault->text.text[0]) return true;
    return hol_model_mistake(model, "'%s', place %d: %s", text, fault->at + 1, fault->text.text);
}

hol_marker hol_point(int body, double x, double y, double z)
{
    return (hol_marker){body, 1, {x, y, z}};
}

hol_marker hol_direction(int body, double x, double y, double z)
{
    return (hol_marker){body, 0, {x, y, z}};
}

static void check_inertia(hol_model *model, const hol_body *b)
{
    const double *J = b->J;
    switch (b->shape) {
    case HOL_RIGID:
        for (int k = 0; k < 3; k++) {
            double rest = J[(k + 1) % 3] + J[(k + 2) % 3];
            if (!(J[k] > 0) || !isfinite(J[k]) || !(J[k] <= rest * (1 + 1e-12))) {
                hol_model_mistake(model,
                                  "body '%s': moments (%g, %g, %g) kg m^2 belong to no solid: each "
                                  "must be positive and at most the sum of the other two",
                                  b->name, J[0], J[1], J[2]);
                return;
            }
        }
        return;
    case HOL_ROD:
        if (!(J[1] > 0) || !isfinite(J[1]))
            hol_model_mistake(model, "rod '%s': J = %g must be positive", b->name, J[1]);
        return;
    case HOL_PLANAR:
        if (!(J[2] > 0) || !isfinite(J[2]))
            hol_model_mistake(model, "planar body '%s': J = %g must be positive", b->name, J[2]);
        if (b->at.r[2] != 0 || b->at.v[2] != 0 || b->at.p[1] != 0 || b->at.p[2] != 0 ||
            b->at.omega[0] != 0 || b->at.omega[1] != 0)
            hol_model_mistake(model, "planar body '%s' starts out of the plane z = 0", b->name);
        return;
    case HOL_POINT:
        return;
    default:
        hol_model_mistake(model, "body '%s': %d is no shape: rigid, point, rod, planar (%d to %d)",
                          b->name, (int)b->shape, HOL_RIGID, HOL_PLANAR);
    }
}

/* Euler parameters written with a few decimals are of norm 1 to this, and made so. */
static const double norm_tolerance = 1e-3;

static void check_start(hol_model *model, const hol_body *b)
{
    bool finite = true, moves = false;
    double p2 = 0;
    for (int k = 0; k < 3; k++) {
        finite = finite && isfinite(b->at.r[k]) && isfinite(b->at.v[k]) && isfinite(b->at.omega[k]);
        moves = moves || b->at.v[k] != 0;
    }
    for (int k = 0; k < 4; k++) p2 += b->at.p[k] * b->at.p[k];
    if (!finite) hol_model_mistake(model, "body '%s': its start is not finite", b->name);
    if (b->fixed && moves)
        hol_model_mistake(model, "body '%s': its centre is fixed but starts with a velocity",
                          b->name);
    if (b->shape != HOL_POINT && !(fabs(sqrt(p2) - 1) <= norm_tolerance))
        hol_model_mistake(model, "body '%s': Euler parameters of norm %g, not 1 to %g", b->name,
                          sqrt(p2), norm_tolerance);
}

/* Those of norm 1 to 1e-9 stand as they are. */
static void make_unit(double p[4])
{
    double norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    for (int k = 0; k < 4 && fabs(norm - 1) > 1e-9; k++) p[k] /= norm;
}

int hol_add_body(hol_model *model, const hol_body *body)
{
    if (!hol_is_word(body->name, HOL_NAME))
        hol_model_mistake(model,
                          "body number %d: '%.*s' is no name: 1 to %d characters, no blank, comma "
                          "or quote",
                          model->bodies, HOL_NAME + 1, body->name, HOL_NAME);
    else if (!strcmp(body->name, "ground"))
        hol_model_mistake(model, "body number %d: '%s' is no name of a body", model->bodies,
                          body->name);
    if (!(body->m > 0) || !isfinite(body->m))
        hol_model_mistake(model, "body '%s': mass %g kg must be positive", body->name, body->m);
    check_inertia(model, body);
    check_start(model, body);
    hol_body *grown = hol_model_grow(model, model->body, model->bodies, sizeof *model->body);
    if (!grown) return HOL_GROUND;
    model->body = grown;
    model->body[model->bodies] = *body;
    model->body[model->bodies].name[HOL_NAME] = '\0';
    hol_pose *at = &model->body[model->bodies].at;
    if (body->shape == HOL_POINT)
        at->p[0] = 1;
    else
        make_unit(at->p);
    return model->bodies++;
}

int hol_body_count(const hol_model *model)
{
    return model->bodies;
}

const hol_body *hol_body_at(const hol_model *model, int body)
{
    return body >= 0 && body < model->bodies ? &model->body[body] : NULL;
}

/* ---------------------------------------------------------------- places of bodies */

bool hol_check_body(hol_model *model, const char *what, int body)
{
    if (body >= HOL_GROUND && body < model->bodies) return true;
    return hol_model_mistake(model, "%s: there is no body number %d (the model has %d)", what, body,
                             model->bodies);
}

/* A torque on what has no rotation would be lost without a word. */
bool hol_check_turns(hol_model *model, const char *what, int body)
{
    if (!hol_check_body(model, what, body)) return false;
    const hol_body *b = hol_body_at(model, body);
    if (b && b->shape != HOL_POINT) return true;
    return hol_model_mistake(model, "%s: '%s' does not turn", what, b ? b->name : "ground");
}

/* A point (w = 1) or direction (w = 0) that its body has: a rod has only those on its axis, a point
 * mass only its centre; directions are unit vectors. */
bool hol_check_marker(hol_model *model, const char *what, hol_marker m, double w)
{
    if (!hol_check_body(model, what, m.body)) return false;
    const hol_body *b = hol_body_at(model, m.body);
    const double *rho = m.rho;
    const char *fault = NULL;
    double norm = sqrt(rho[0] * rho[0] + rho[1] * rho[1] + rho[2] * rho[2]);
    if (!isfinite(norm))
        fault = "is not finite";
    else if (m.w != w)
        fault = w == 0 ? "is a point where a direction is meant"
                       : "is a direction where a point is meant";
    else if (w == 0 && !(fabs(norm - 1) < 1e-9))
        fault = "is no unit vector";
    else if (b && b->shape == HOL_ROD && (rho[1] != 0 || rho[2] != 0))
        fault = "is not on the axis e1 of the rod";
    else if (b && b->shape == HOL_POINT && norm != 0)
        fault = "is not the centre of the point mass";
    if (!fault) return true;
    return hol_model_mistake(model, "%s: (%g, %g, %g) of '%s' %s", what, rho[0], rho[1], rho[2],
                             b ? b->name : "ground", fault);
}

bool hol_check_finite(hol_model *model, const char *what, const double x[3])
{
    if (isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2])) return true;
    return hol_model_mistake(model, "%s: (%g, %g, %g) is not finite", what, x[0], x[1], x[2]);
}

/* ---------------------------------------------------------------- forces and symmetries */

void hol_add_force(hol_model *model, const hol_force *force)
{
    if (force->count < 1 || force->count > 2) {
        hol_model_mistake(model, "%s: a force acts on one or two bodies, not %d", force->law->name,
                          force->count);
        return;
    }
    for (int k = 0; k < force->count; k++)
        if (!hol_check_body(model, force->law->name, force->body[k])) return;
    hol_force *grown = hol_model_grow(model, model->force, model->forces, sizeof *model->force);
    if (!grown) return;
    model->force = grown;
    model->force[model->forces++] = *force;
}

void hol_gravity(hol_model *model, const double g[3])
{
    if (!hol_check_finite(model, "gravity", g)) return;
    for (int k = 0; k < 3; k++) model->g[k] += g[k];
}

void hol_symmetry(hol_model *model, const char *name, const double linear[3],
                  const double angular[3], const double centre[3])
{
    static const double zero[3];
    if (!linear) linear = zero;
    if (!angular) angular = zero;
    if (!centre) centre = zero;
    if (!hol_check_finite(model, "symmetry", linear) ||
        !hol_check_finite(model, "symmetry", angular) ||
        !hol_check_finite(model, "symmetry", centre))
        return;
    if (hol_norm(3, linear) + hol_norm(3, angular) == 0) {
        hol_model_mistake(model, "symmetry '%s': neither a translation nor a rotation", name);
        return;
    }
    hol_generator *s =
        hol_model_grow(model, model->symmetry, model->symmetries, sizeof *model->symmetry);
    if (!s) return;
    model->symmetry = s;
    s += model->symmetries++;
    snprintf(s->name, sizeof s->name, "%s", name);
    memcpy(s->linear, linear, sizeof s->linear);
    memcpy(s->angular, angular, sizeof s->angular);
    memcpy(s->centre, centre, sizeof s->centre);
}
