/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model is data: bodies, basic constraints, forces, symmetries.  Mistakes are collected while it
 * is built and reported when it is realised. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/internal.h"

void *hol_make(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);
    if (!p) {
        fputs("holonomy: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return p;
}

void *hol_append(void *array, int count, size_t size)
{
    if (count & (count - 1)) return array; /* capacity: the next power of two */
    void *grown = realloc(array, (count ? 2 * (size_t)count : 1) * size);
    if (!grown) {
        fputs("holonomy: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return grown;
}

enum { TEXTS = 4096, LONGEST = 64 };

struct hol_texts {
    hol_texts *below;
    size_t used;
    char text[TEXTS];
};

const char *hol_keep(hol_texts **texts, const char *format, ...)
{
    if (!*texts || (*texts)->used + LONGEST > TEXTS) {
        hol_texts *fresh = hol_make(1, sizeof *fresh);
        fresh->below = *texts;
        *texts = fresh;
    }
    char *kept = (*texts)->text + (*texts)->used;
    va_list list;
    va_start(list, format);
    vsnprintf(kept, LONGEST, format, list);
    va_end(list);
    (*texts)->used += strlen(kept) + 1;
    return kept;
}

void hol_texts_free(hol_texts *texts)
{
    for (hol_texts *below; texts; texts = below) {
        below = texts->below;
        free(texts);
    }
}

void hol_model_mistake(hol_model *model, const char *format, ...)
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
}

bool hol_model_mistakes(hol_model *model, hol_message *why)
{
    *why = model->error;
    model->error.text[0] = '\0';
    return why->text[0];
}

hol_model *hol_model_new(void)
{
    return hol_make(1, sizeof(hol_model));
}

void hol_model_free(hol_model *model)
{
    if (!model) return;
    free(model->body);
    free(model->span);
    free(model->row);
    free(model->slide);
    free(model->force);
    free(model->symmetry);
    free(model->soft);
    hol_texts_free(model->names);
    free(model);
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
    default:
        return;
    }
}

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
    if (b->shape != HOL_POINT && !(fabs(p2 - 1) < 1e-9))
        hol_model_mistake(model, "body '%s': Euler parameters of norm %g, not 1", b->name,
                          sqrt(p2));
}

int hol_add_body(hol_model *model, const hol_body *body)
{
    if (!body->name[0] || !strcmp(body->name, "ground"))
        hol_model_mistake(model, "body number %d: '%s' is no name of a body", model->bodies,
                          body->name);
    if (!(body->m > 0) || !isfinite(body->m))
        hol_model_mistake(model, "body '%s': mass %g kg must be positive", body->name, body->m);
    check_inertia(model, body);
    check_start(model, body);
    model->body = hol_append(model->body, model->bodies, sizeof *model->body);
    model->body[model->bodies] = *body;
    if (body->shape == HOL_POINT) model->body[model->bodies].at.p[0] = 1;
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

static bool known(hol_model *model, const char *what, int body)
{
    if (body >= HOL_GROUND && body < model->bodies) return true;
    hol_model_mistake(model, "%s: there is no body number %d (the model has %d)", what, body,
                      model->bodies);
    return false;
}

/* A point (w = 1) or direction (w = 0) that its body has: a rod has only those on its axis, a point
 * mass only its centre; directions are unit vectors. */
static bool possible(hol_model *model, const char *what, const hol_marker *m, double w)
{
    if (!known(model, what, m->body)) return false;
    const hol_body *b = hol_body_at(model, m->body);
    const double *rho = m->rho;
    const char *fault = NULL;
    double norm = sqrt(rho[0] * rho[0] + rho[1] * rho[1] + rho[2] * rho[2]);
    if (!isfinite(norm))
        fault = "is not finite";
    else if (m->w != w)
        fault = w == 0 ? "is a point where a direction is meant"
                       : "is a direction where a point is meant";
    else if (w == 0 && !(fabs(norm - 1) < 1e-9))
        fault = "is no unit vector";
    else if (b && b->shape == HOL_ROD && (rho[1] != 0 || rho[2] != 0))
        fault = "is not on the axis e1 of the rod";
    else if (b && b->shape == HOL_POINT && norm != 0)
        fault = "is not the centre of the point mass";
    if (!fault) return true;
    hol_model_mistake(model, "%s: (%g, %g, %g) of '%s' %s", what, rho[0], rho[1], rho[2],
                      b ? b->name : "ground", fault);
    return false;
}

static bool both_possible(hol_model *model, const char *what, const hol_marker *i,
                          const hol_marker *j, double w)
{
    bool first = possible(model, what, i, w);
    if (!possible(model, what, j, w) || !first) return false;
    if (i->body != j->body) return true;
    const hol_body *b = hol_body_at(model, i->body);
    hol_model_mistake(model, "%s: it joins '%s' to itself", what, b ? b->name : "ground");
    return false;
}

/* A row scale <a, b> + offset of two spans. */
static void add_row(hol_model *model, const char *joint, const char *part, int a, int b,
                    double scale, double offset)
{
    model->row = hol_append(model->row, model->rows, sizeof *model->row);
    hol_row *row = &model->row[model->rows++];
    *row = (hol_row){.span = {a, b}, .scale = scale, .offset = offset};
    row->name = hol_keep(&model->names, "%s%s%s", joint, *part ? "." : "", part);
}

static bool same_marker(const hol_marker *a, const hol_marker *b)
{
    return a->body == b->body && a->w == b->w && !memcmp(a->rho, b->rho, sizeof a->rho);
}

/* The rows of a joint share their spans: one of the last few may serve again. */
static int add_span(hol_model *model, const hol_span *span)
{
    enum { JOINT = 6 }; /* spans of one joint, at most */
    for (int k = model->spans - 1; k >= 0 && k >= model->spans - JOINT; k--) {
        const hol_span *old = &model->span[k];
        if (same_marker(&old->head, &span->head) && old->has_tail == span->has_tail &&
            (!span->has_tail || same_marker(&old->tail, &span->tail)))
            return k;
    }
    model->span = hol_append(model->span, model->spans, sizeof *span);
    model->span[model->spans] = *span;
    return model->spans++;
}

bool hol_joined_at(const hol_model *model, int k, hol_marker *i, hol_marker *j)
{
    for (int s = 0; s < model->spans; s++) {
        const hol_span *span = &model->span[s];
        if (!span->has_tail || span->head.w != 1 || span->tail.w != 1 || k-- > 0) continue;
        *i = span->tail;
        *j = span->head;
        return true;
    }
    return false;
}

static int along(hol_model *model, hol_marker direction)
{
    return add_span(model, &(hol_span){.head = direction});
}

static int between(hol_model *model, hol_marker i, hol_marker j) /* from i to j */
{
    return add_span(model, &(hol_span){j, i, true});
}

/* The axis e_k of space, one span for all rows along it. */
static int space_axis(hol_model *model, int k)
{
    if (!model->has_axis[k]) {
        model->has_axis[k] = true;
        model->axis[k] = along(model, hol_direction(HOL_GROUND, k == 0, k == 1, k == 2));
    }
    return model->axis[k];
}

static bool in_plane_body(const hol_model *model, int body)
{
    return body == HOL_GROUND ||
           (body >= 0 && body < model->bodies && model->body[body].shape == HOL_PLANAR);
}

void hol_coincide(hol_model *model, const char *joint, hol_marker i, hol_marker j)
{
    static const char *const part[3] = {"x", "y", "z"};
    if (!both_possible(model, joint, &i, &j, 1)) return;
    bool planar = in_plane_body(model, i.body) && in_plane_body(model, j.body);
    int d = between(model, i, j);
    for (int k = 0; k < (planar ? 2 : 3); k++)
        add_row(model, joint, part[k], space_axis(model, k), d, 1, 0);
}

void hol_orthogonal(hol_model *model, const char *joint, hol_marker di, hol_marker dj)
{
    if (!both_possible(model, joint, &di, &dj, 0)) return;
    add_row(model, joint, "", along(model, di), along(model, dj), 1, 0);
}

void hol_in_plane(hol_model *model, const char *joint, hol_marker di, hol_marker i, hol_marker j)
{
    if (!possible(model, joint, &di, 0) || !both_possible(model, joint, &i, &j, 1)) return;
    add_row(model, joint, "", along(model, di), between(model, i, j), 1, 0);
    model->row[model->rows - 1].meets = true;
}

/* (|x_j - x_i|^2 - l^2) / (2 l): metres, and its multiplier is the tension in newtons. */
void hol_distance(hol_model *model, const char *joint, hol_marker i, hol_marker j, double length)
{
    if (!(length > 0) || !isfinite(length)) {
        hol_model_mistake(model, "%s: the length %g m must be positive", joint, length);
        return;
    }
    if (!both_possible(model, joint, &i, &j, 1)) return;
    int d = between(model, i, j);
    add_row(model, joint, "", d, d, 0.5 / length, -0.5 * length);
}

void hol_coordinate(hol_model *model, const char *joint, hol_marker j, const double direction[3],
                    double value)
{
    hol_marker e = hol_direction(HOL_GROUND, direction[0], direction[1], direction[2]);
    hol_marker origin = hol_point(HOL_GROUND, 0, 0, 0);
    if (!possible(model, joint, &e, 0) || !both_possible(model, joint, &origin, &j, 1)) return;
    if (!isfinite(value)) {
        hol_model_mistake(model, "%s: the value %g m is not finite", joint, value);
        return;
    }
    add_row(model, joint, "", along(model, e), along(model, j), 1, -value);
}

void hol_nonholonomic(hol_model *model, const char *name, hol_marker direction, hol_marker point,
                      double (*w)(double t))
{
    hol_marker origin = hol_point(HOL_GROUND, 0, 0, 0);
    if (!possible(model, name, &direction, 0) || !both_possible(model, name, &origin, &point, 1))
        return;
    model->slide = hol_append(model->slide, model->slides, sizeof *model->slide);
    hol_slide *slide = &model->slide[model->slides++];
    *slide = (hol_slide){.direction = direction, .point = point, .w = w};
    snprintf(slide->name, sizeof slide->name, "%s", name);
}

/* "joint" or "joint.part" */
static bool is_of_joint(const char *row, const char *joint)
{
    size_t n = strlen(joint);
    return !strncmp(row, joint, n) && (row[n] == '\0' || row[n] == '.');
}

static void add_soft(hol_model *model, hol_softness soft)
{
    model->soft = hol_append(model->soft, model->softs, sizeof soft);
    model->soft[model->softs++] = soft;
}

void hol_soften(hol_model *model, const char *joint, double compliance, double time)
{
    int before = model->softs;
    const char *named = joint ? joint : "(all)";
    if (!(compliance > 0) || !(time >= 0) || !isfinite(compliance) || !isfinite(time)) {
        hol_model_mistake(
            model,
            "joint '%s': a compliance of %g m/N and a damping time of %g s: the first "
            "must be positive, the second not negative",
            named, compliance, time);
        return;
    }
    for (int r = 0; r < model->rows; r++)
        if (!joint || is_of_joint(model->row[r].name, joint))
            add_soft(model, (hol_softness){false, r, compliance, time});
    for (int r = 0; r < model->slides; r++)
        if (!joint || is_of_joint(model->slide[r].name, joint))
            add_soft(model, (hol_softness){true, r, compliance, time});
    if (model->softs == before) hol_model_mistake(model, "no joint '%s' to soften", named);
}

void hol_add_force(hol_model *model, const hol_force *force)
{
    if (force->count < 1 || force->count > 2) {
        hol_model_mistake(model, "%s: a force acts on one or two bodies, not %d", force->law->name,
                          force->count);
        return;
    }
    for (int k = 0; k < force->count; k++)
        if (!known(model, force->law->name, force->body[k])) return;
    model->force = hol_append(model->force, model->forces, sizeof *model->force);
    model->force[model->forces++] = *force;
}

bool hol_check_marker(hol_model *model, const char *what, hol_marker m)
{
    return possible(model, what, &m, 1);
}

void hol_gravity(hol_model *model, const double g[3])
{
    for (int k = 0; k < 3; k++) model->g[k] += g[k];
}

void hol_symmetry(hol_model *model, const char *name, const double linear[3],
                  const double angular[3], const double centre[3])
{
    static const double zero[3];
    model->symmetry = hol_append(model->symmetry, model->symmetries, sizeof *model->symmetry);
    hol_generator *s = &model->symmetry[model->symmetries++];
    snprintf(s->name, sizeof s->name, "%s", name);
    memcpy(s->linear, linear ? linear : zero, sizeof s->linear);
    memcpy(s->angular, angular ? angular : zero, sizeof s->angular);
    memcpy(s->centre, centre ? centre : zero, sizeof s->centre);
}
