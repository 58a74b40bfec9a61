/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The basic constraints, of which joints are made: paper 000, (5.6) to (5.8), a distance, a
 * coordinate, a nonholonomic row.  Each is a row of products of spans, which rows share. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/drives.h"

static bool both_possible(hol_model *model, const char *what, hol_marker i, hol_marker j, double w)
{
    bool first = hol_check_marker(model, what, i, w);
    if (!hol_check_marker(model, what, j, w) || !first) return false;
    if (i.body != j.body) return true;
    const hol_body *b = hol_body_at(model, i.body);
    return hol_model_mistake(model, "%s: it joins '%s' to itself", what, b ? b->name : "ground");
}

/* ---------------------------------------------------------------- rows and their spans */

typedef struct {
    hol_memory *memory;
    const char *joint, *part, **name;
} naming;

static void name(void *data)
{
    const naming *n = data;
    *n->name = hol_keep(n->memory, "%s%s%s", n->joint, *n->part ? "." : "", n->part);
}

/* A row scale <a, b> + offset of two spans. */
void hol_model_row(hol_model *model, const char *joint, const char *part, int a, int b,
                   double scale, double offset)
{
    hol_row *row = hol_model_grow(model, model->row, model->rows, sizeof *model->row);
    if (!row) return;
    model->row = row;
    row += model->rows;
    *row = (hol_row){.span = {a, b}, .scale = scale, .offset = offset};
    naming n = {model->memory, joint, part, &row->name};
    if (hol_try(name, &n))
        model->rows++;
    else
        model->no_memory = true;
}

static bool same_marker(const hol_marker *a, const hol_marker *b)
{
    return a->body == b->body && a->w == b->w && !memcmp(a->rho, b->rho, sizeof a->rho);
}

/* The rows of a joint share their spans: one of the last few may serve again. */
int hol_model_span(hol_model *model, const hol_span *span)
{
    enum { JOINT = 6 }; /* spans of one joint, at most */
    for (int k = model->spans - 1; k >= 0 && k >= model->spans - JOINT; k--) {
        const hol_span *old = &model->span[k];
        if (same_marker(&old->head, &span->head) && old->has_tail == span->has_tail &&
            (!span->has_tail || same_marker(&old->tail, &span->tail)))
            return k;
    }
    hol_span *grown = hol_model_grow(model, model->span, model->spans, sizeof *span);
    if (!grown) return 0;
    model->span = grown;
    model->span[model->spans] = *span;
    return model->spans++;
}

bool hol_joined_at(const hol_model *model, int k, hol_marker *i, hol_marker *j)
{
    for (const hol_span *span = model->span; span < model->span + model->spans; span++) {
        if (!span->has_tail || span->head.w != 1 || span->tail.w != 1 || k-- > 0) continue;
        *i = span->tail;
        *j = span->head;
        return true;
    }
    return false;
}

static int along(hol_model *model, hol_marker direction)
{
    return hol_model_span(model, &(hol_span){.head = direction});
}

static int between(hol_model *model, hol_marker i, hol_marker j) /* from i to j */
{
    return hol_model_span(model, &(hol_span){j, i, true});
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
    if (!both_possible(model, joint, i, j, 1)) return;
    bool planar = in_plane_body(model, i.body) && in_plane_body(model, j.body);
    int d = between(model, i, j);
    for (int k = 0; k < (planar ? 2 : 3); k++)
        hol_model_row(model, joint, part[k], space_axis(model, k), d, 1, 0);
}

void hol_orthogonal(hol_model *model, const char *joint, hol_marker di, hol_marker dj)
{
    if (!both_possible(model, joint, di, dj, 0)) return;
    hol_model_row(model, joint, "", along(model, di), along(model, dj), 1, 0);
}

void hol_in_plane(hol_model *model, const char *joint, hol_marker di, hol_marker i, hol_marker j)
{
    if (!hol_check_marker(model, joint, di, 0) || !both_possible(model, joint, i, j, 1)) return;
    hol_model_row(model, joint, "", along(model, di), between(model, i, j), 1, 0);
    if (!model->no_memory) model->row[model->rows - 1].meets = true;
}

/* (|x_j - x_i|^2 - l^2) / (2 l): metres, and its multiplier is the tension in newtons. */
void hol_distance(hol_model *model, const char *joint, hol_marker i, hol_marker j, double length)
{
    if (!(length > 0) || !isfinite(length)) {
        hol_model_mistake(model, "%s: the length %g m must be positive", joint, length);
        return;
    }
    if (!both_possible(model, joint, i, j, 1)) return;
    int d = between(model, i, j);
    hol_model_row(model, joint, "", d, d, 0.5 / length, -0.5 * length);
}

void hol_coordinate(hol_model *model, const char *joint, hol_marker j, const double direction[3],
                    double value)
{
    hol_marker e = hol_direction(HOL_GROUND, direction[0], direction[1], direction[2]);
    hol_marker origin = hol_point(HOL_GROUND, 0, 0, 0);
    if (!hol_check_marker(model, joint, e, 0) || !both_possible(model, joint, origin, j, 1)) return;
    if (!isfinite(value)) {
        hol_model_mistake(model, "%s: the value %g m is not finite", joint, value);
        return;
    }
    hol_model_row(model, joint, "", along(model, e), along(model, j), 1, -value);
}

/* ---------------------------------------------------------------- driven rows */

/* The row `first` is driven; a mistake, or no memory, has added none. */
static void drive_last(hol_model *model, int first, hol_row_drive as)
{
    if (model->rows == first || !as.law) return;
    hol_row_drive *drive = hol_model_alloc(model, sizeof *drive);
    if (drive) *drive = as;
    model->row[first].drive = drive;
}

/* Phi = (|d|^2 - w^2) / (2 l), l = w(0), by the law w^2; its multiplier is l / w times the tension.
 */
void hol_drive_distance(hol_model *model, const char *joint, hol_marker i, hol_marker j,
                        const hol_law *law)
{
    double w[3];
    int first = model->rows;
    const hol_law *square = law ? hol_law_square(model, law) : NULL;
    if (!square) return;
    hol_law_rates(law, 0, w);
    hol_distance(model, joint, i, j, w[0]);
    if (model->rows > first) model->row[first].offset = 0;
    drive_last(model, first, (hol_row_drive){.law = square, .share = 0.5 / w[0]});
}

void hol_drive_coordinate(hol_model *model, const char *joint, hol_marker j,
                          const double direction[3], const hol_law *law)
{
    int first = model->rows;
    if (law) hol_coordinate(model, joint, j, direction, 0);
    drive_last(model, first, (hol_row_drive){.law = law, .share = 1});
}

void hol_drive_displacement(hol_model *model, const char *joint, hol_marker di, hol_marker i,
                            hol_marker j, const hol_law *law)
{
    int first = model->rows;
    if (law) hol_in_plane(model, joint, di, i, j);
    drive_last(model, first, (hol_row_drive){.law = law, .share = 1});
}

/* Where cross_j stands at the angle w from cross_i about the axis, it is across
 * n = -sin(w) cross_i + cos(w) (axis x cross_i). */
void hol_drive_angle(hol_model *model, const char *joint, hol_marker axis_i, hol_marker cross_i,
                     hol_marker cross_j, const hol_law *law)
{
    double u[3];
    int first = model->rows;
    if (!law || !hol_check_marker(model, joint, axis_i, 0) ||
        !both_possible(model, joint, cross_i, cross_j, 0))
        return;
    if (fabs(hol_dot3(axis_i.rho, cross_i.rho)) > 1e-9) {
        hol_model_mistake(model,
                          "%s: the direction from which the angle counts is not across the "
                          "axis",
                          joint);
        return;
    }
    hol_cross(axis_i.rho, cross_i.rho, u);
    hol_marker a = hol_direction(cross_i.body, u[0], u[1], u[2]);
    hol_marker back =
        hol_direction(cross_i.body, -cross_i.rho[0], -cross_i.rho[1], -cross_i.rho[2]);
    int beside = along(model, back);
    hol_model_row(model, joint, "", along(model, a), along(model, cross_j), 1, 0);
    drive_last(model, first, (hol_row_drive){.law = law, .turns = true, .beside = beside});
}

void hol_drive_slip(hol_model *model, const char *name, hol_marker direction, hol_marker point,
                    const hol_law *law)
{
    int first = model->slides;
    if (law) hol_nonholonomic(model, name, direction, point, NULL);
    if (model->slides > first) model->slide[first].law = law;
}

void hol_nonholonomic(hol_model *model, const char *name, hol_marker direction, hol_marker point,
                      double (*w)(double t, double *rate))
{
    hol_marker origin = hol_point(HOL_GROUND, 0, 0, 0);
    if (!hol_check_marker(model, name, direction, 0) ||
        !both_possible(model, name, origin, point, 1))
        return;
    hol_slide *slide = hol_model_grow(model, model->slide, model->slides, sizeof *model->slide);
    if (!slide) return;
    model->slide = slide;
    slide += model->slides++;
    *slide = (hol_slide){.direction = direction, .point = point, .w = w};
    snprintf(slide->name, sizeof slide->name, "%s", name);
}

void hol_nonholonomic_of_place(hol_model *model, const char *name, const double a[3],
                               const double B[9], hol_marker point, const hol_law *law)
{
    int first = model->slides;
    if (!isfinite(hol_norm(3, a) + hol_norm(9, B))) {
        hol_model_mistake(model, "%s: the direction of the row is not finite", name);
        return;
    }
    hol_nonholonomic(model, name, hol_direction(HOL_GROUND, 1, 0, 0), point, NULL);
    if (model->slides == first) return;
    hol_slide *slide = &model->slide[first];
    memcpy(slide->direction.rho, a, 3 * sizeof *a);
    memcpy(slide->B, B, 9 * sizeof *B);
    slide->of_place = true;
    slide->law = law;
}

/* "joint" or "joint.part" */
static bool is_of_joint(const char *row, const char *joint)
{
    size_t n = strlen(joint);
    return !strncmp(row, joint, n) && (row[n] == '\0' || row[n] == '.');
}

static void add_soft(hol_model *model, hol_softness soft)
{
    hol_softness *grown = hol_model_grow(model, model->soft, model->softs, sizeof soft);
    if (!grown) return;
    model->soft = grown;
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

void hol_cut_joint(hol_model *model, const char *joint)
{
    bool any = false;
    for (int r = 0; r < model->rows; r++) {
        bool of_joint = is_of_joint(model->row[r].name, joint);
        model->row[r].cut |= of_joint;
        any |= of_joint;
    }
    if (!any) hol_model_mistake(model, "no joint '%s' to cut", joint);
}
