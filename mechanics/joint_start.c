/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joint coordinates of a start: see joint_start.h.  A joint with an axis n has in each body the
 * frame F = (a, n x a, n), columns; with the angle theta and the length s it is closed where
 *
 *     R_j F_j = R_i F_i rot_3(theta),     x_j = x_i + s R_i n_i. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/say.h"
#include "holonomy/so3.h"
#include "mechanics/joint_start.h"

/* ---------------------------------------------------------------- the joints of a model */

/* B a, B the shortest rotation that takes the unit vector from to the unit vector to. */
static void turn_shortest(const double from[3], const double to[3], double a[3])
{
    double axis[3], c = hol_dot3(from, to), half[9], b[3], n[3];
    hol_cross(from, to, axis);
    double s = sqrt(hol_dot3(axis, axis));
    if (s > 0) {
        double angle = atan2(s, c) / s;
        for (int k = 0; k < 3; k++) axis[k] *= angle;
    } else if (c < 0) { /* half a turn about any direction across */
        hol_across(from, n, b);
        for (int k = 0; k < 3; k++) axis[k] = acos(-1) * n[k];
    }
    hol_so3_exp(axis, half);
    hol_rotate(half, a, a);
}

/* An angle or a length, by which a start can ask for it. */
static bool has_coordinate(const hol_joint *joint)
{
    return joint->turns || joint->slides;
}

void hol_record_joint(hol_model *model, const hol_joint *of, const char *name,
                      const hol_marker cross[2], int first)
{
    hol_joint *grown = hol_model_grow(model, model->joint, model->joints, sizeof *grown);
    if (!grown) return;
    model->joint = grown;
    hol_joint *joint = &model->joint[model->joints++];
    if (!hol_is_word(name, HOL_NAME))
        hol_model_mistake(model,
                          "joint '%s': a name has 1 to %d characters, no blank, comma or quote",
                          name, HOL_NAME);
    *joint = *of;
    snprintf(joint->name, sizeof joint->name, "%s", name);
    for (int r = first; r < model->rows; r++, joint->rows++) model->row[r].joint = model->joints;
    if (!has_coordinate(joint)) return;
    double across[3];
    hol_across(joint->axis[0].rho, joint->across[0], across);
    memcpy(joint->across[1], joint->across[0], sizeof across);
    turn_shortest(joint->axis[0].rho, joint->axis[1].rho, joint->across[1]);
    for (int e = 0; cross && e < 2; e++) memcpy(joint->across[e], cross[e].rho, sizeof across);
}

static const hol_joint *joint_named(const hol_model *model, const char *name)
{
    for (int k = 0; k < model->joints; k++)
        if (has_coordinate(&model->joint[k]) && !strcmp(model->joint[k].name, name))
            return &model->joint[k];
    return NULL;
}

const hol_joint *hol_joint_with(const hol_model *model, const char *named, bool angle, bool length,
                                hol_message *why)
{
    const hol_joint *joint = joint_named(model, named);
    if (!joint) {
        const char **name = hol_alloc(model->memory, (size_t)model->joints + 1, sizeof *name);
        int names = 0;
        for (int k = 0; k < model->joints; k++)
            if (has_coordinate(&model->joint[k])) name[names++] = model->joint[k].name;
        hol_say(why, "no joint '%s' with an axis%s", named,
                hol_did_you_mean(named, name, names).text);
        hol_drop(model->memory, name);
    } else if (angle && !joint->turns)
        hol_say(why, "the joint '%s' does not turn: it has a length, no angle", named);
    else if (length && !joint->slides)
        hol_say(why, "the joint '%s' does not slide: it has an angle, no length", named);
    else
        return joint;
    return NULL;
}

static bool known(const hol_model *model, const hol_joint_start *s, hol_message *why)
{
    bool angle = s->has_angle || s->has_angle_rate, length = s->has_length || s->has_length_rate;
    if (!hol_joint_with(model, s->joint, angle, length, why)) return false;
    if (!isfinite(s->angle + s->length + s->angle_rate + s->length_rate))
        hol_say(why, "the start of the joint '%s' is not finite", s->joint);
    else
        return true;
    return false;
}

bool hol_joint_starts_known(const hol_model *model, const hol_start_asked *asked, hol_message *why)
{
    for (int k = 0; k < asked->joints; k++)
        if (!known(model, &asked->joint[k], why)) return false;
    return true;
}

/* ---------------------------------------------------------------- placing */

static void frame_of(const hol_joint *joint, int e, double F[9])
{
    const double *a = joint->across[e], *n = joint->axis[e].rho;
    double b[3];
    hol_cross(n, a, b);
    for (int k = 0; k < 3; k++) F[3 * k] = a[k], F[3 * k + 1] = b[k], F[3 * k + 2] = n[k];
}

static void transpose(const double A[9], double B[9])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) B[3 * i + k] = A[3 * k + i];
}

static void rotation_of(const hol_model *model, int body, double R[9])
{
    static const double unit[4] = {1, 0, 0, 0};
    hol_quaternion_to_matrix(body == HOL_GROUND ? unit : model->body[body].at.p, R);
}

/* The joint's point on its body, in space. */
static void point_of(const hol_model *model, const hol_joint *joint, int e, const double R[9],
                     double x[3])
{
    const hol_marker *m = &joint->point[e];
    hol_rotate(R, m->rho, x);
    for (int k = 0; k < 3 && m->body != HOL_GROUND; k++) x[k] += model->body[m->body].at.r[k];
}

/* The coordinates of a joint as the bodies stand. */
static void coordinates(const hol_model *model, const hol_joint *joint, double *angle,
                        double *length)
{
    double R[2][9], F[2][9], x[2][3], n[3], turn[9];
    for (int e = 0; e < 2; e++) {
        double body[9];
        rotation_of(model, joint->point[e].body, R[e]);
        frame_of(joint, e, body);
        hol_matrix_multiply3(R[e], body, F[e]);
        point_of(model, joint, e, R[e], x[e]);
    }
    transpose(F[0], turn);
    hol_matrix_multiply3(turn, F[1], turn);
    *angle = joint->turns ? atan2(turn[3] - turn[1], turn[0] + turn[4]) : 0;
    for (int k = 0; k < 3; k++) x[1][k] -= x[0][k];
    hol_rotate(R[0], joint->axis[0].rho, n);
    *length = joint->slides ? hol_dot3(n, x[1]) : 0;
}

/* The body at the end e = 0 (i) or 1 (j), so that the joint is closed with these coordinates. */
static void place_end(hol_model *model, const hol_joint *joint, int e, double angle, double length)
{
    hol_body *body = &model->body[joint->point[e].body];
    double other[9], Fo[9], Fe[9], back[9], turn[9], R[9], x[3], n[3], arm[3];
    double c = cos(angle), s = e ? sin(angle) : -sin(angle);
    rotation_of(model, joint->point[1 - e].body, other);
    frame_of(joint, 1 - e, Fo);
    frame_of(joint, e, Fe);
    memcpy(turn, (double[9]){c, -s, 0, s, c, 0, 0, 0, 1}, sizeof turn);
    hol_matrix_multiply3(other, Fo, R);
    hol_matrix_multiply3(R, turn, R);
    transpose(Fe, back);
    hol_matrix_multiply3(R, back, R);
    if (body->shape != HOL_POINT) hol_matrix_to_quaternion(R, body->at.p);
    if (body->fixed) return;
    point_of(model, joint, 1 - e, other, x);
    hol_rotate(e ? other : R, joint->axis[0].rho, n);
    hol_rotate(R, joint->point[e].rho, arm);
    for (int k = 0; k < 3; k++) body->at.r[k] = x[k] + (e ? length : -length) * n[k] - arm[k];
    if (body->shape == HOL_PLANAR) body->at.r[2] = body->at.p[1] = body->at.p[2] = 0;
}

void hol_place_by_joints(hol_model *model, const hol_start_asked *asked, bool still[])
{
    for (bool placed = true; placed;) {
        placed = false;
        for (const hol_joint_start *s = asked->joint; s < asked->joint + asked->joints; s++) {
            const hol_joint *joint = joint_named(model, s->joint);
            int i = joint->point[0].body, j = joint->point[1].body, e;
            bool stands[2] = {i == HOL_GROUND || still[i], j == HOL_GROUND || still[j]};
            double angle, length;
            if (stands[0] == stands[1] || !(s->has_angle || s->has_length)) continue;
            coordinates(model, joint, &angle, &length);
            e = stands[0];
            place_end(model, joint, e, s->has_angle ? s->angle : angle,
                      s->has_length ? s->length : length);
            still[e ? j : i] = placed = true;
        }
    }
}

/* ---------------------------------------------------------------- rows */

static hol_marker direction(int body, const double x[3])
{
    return hol_direction(body, x[0], x[1], x[2]);
}

/* <R_i b(theta), R_j a_j> = sin(angle - theta), b(theta) = -sin theta a_i + cos theta n_i x a_i */
static void add_angle(hol_model *model, const hol_joint *joint, double theta)
{
    char name[48];
    const double *a = joint->across[0];
    double b[3], u[3];
    hol_cross(joint->axis[0].rho, a, b);
    for (int k = 0; k < 3; k++) u[k] = cos(theta) * b[k] - sin(theta) * a[k];
    snprintf(name, sizeof name, "%s.angle", joint->name);
    hol_orthogonal(model, name, direction(joint->point[0].body, u),
                   direction(joint->point[1].body, joint->across[1]));
}

/* <R_i n, x_j - x_i> - length, the point of i moved along its axis */
static void add_length(hol_model *model, const hol_joint *joint, double length)
{
    char name[48];
    hol_marker i = joint->point[0];
    for (int k = 0; k < 3; k++) i.rho[k] += length * joint->axis[0].rho[k];
    snprintf(name, sizeof name, "%s.length", joint->name);
    hol_in_plane(model, name, joint->axis[0], i, joint->point[1]);
}

void hol_add_joint_starts(hol_model *model, const hol_start_asked *asked)
{
    for (const hol_joint_start *s = asked->joint; s < asked->joint + asked->joints; s++) {
        const hol_joint *joint = joint_named(model, s->joint);
        if (s->has_angle) add_angle(model, joint, s->angle);
        if (s->has_length) add_length(model, joint, s->length);
    }
}

int hol_add_joint_rates(hol_model *model, const hol_start_asked *asked, double rate[])
{
    int count = 0;
    for (const hol_joint_start *s = asked->joint; s < asked->joint + asked->joints; s++) {
        const hol_joint *joint = joint_named(model, s->joint);
        double angle, length;
        coordinates(model, joint, &angle, &length);
        if (s->has_angle_rate) {
            add_angle(model, joint, angle);
            rate[count++] = s->angle_rate;
        }
        if (s->has_length_rate) {
            add_length(model, joint, length);
            rate[count++] = s->length_rate;
        }
    }
    return count;
}

bool hol_joint_starts_met(const hol_model *model, const hol_start_asked *asked, hol_message *why)
{
    for (const hol_joint_start *s = asked->joint; s < asked->joint + asked->joints; s++) {
        double angle, length;
        coordinates(model, joint_named(model, s->joint), &angle, &length);
        if (!s->has_angle || cos(angle - s->angle) > 0) continue;
        return hol_wrong(
            why,
            "the joint '%s' comes to the angle %.6g rad, half a turn from the %.6g rad asked "
            "for: let its bodies start nearer",
            s->joint, angle, s->angle);
    }
    return true;
}

hol_rows_mark hol_mark_rows(const hol_model *model)
{
    hol_rows_mark mark = {.rows = model->rows, .spans = model->spans};
    memcpy(mark.axis, model->axis, sizeof mark.axis);
    memcpy(mark.has_axis, model->has_axis, sizeof mark.has_axis);
    return mark;
}

void hol_release_rows(hol_model *model, const hol_rows_mark *mark)
{
    model->rows = mark->rows;
    model->spans = mark->spans;
    memcpy(model->axis, mark->axis, sizeof mark->axis);
    memcpy(model->has_axis, mark->has_axis, sizeof mark->has_axis);
}
