/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model as joints between bodies and forces on them: see holonomy/connections.h. */
#include "mechanics/connections.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/words.h"
#include "holonomy/so3.h"

/* ---------------------------------------------------------------- rows */

static bool is_soft(const hol_model *model, int r)
{
    for (int k = 0; k < model->softs; k++)
        if (!model->soft[k].nonholonomic && model->soft[k].row == r) return true;
    return false;
}

/* The row along e_k of points that coincide. */
static bool brings_together(const hol_model *model, const hol_row *row, int k)
{
    const hol_span *d = &model->span[row->span[1]];
    return !row->joint && !row->drive && !row->contact && row->offset == 0 && model->has_axis[k] &&
           row->span[0] == model->axis[k] && d->has_tail && d->head.w == 1 && d->tail.w == 1;
}

static bool is_in_plane(const hol_model *model, hol_marker point)
{
    return point.body == HOL_GROUND || model->body[point.body].shape == HOL_PLANAR;
}

bool hol_ball_at(const hol_model *model, int r, hol_joint *ball)
{
    const hol_row *row = &model->row[r];
    const hol_span *d = &model->span[row->span[1]];
    if (!brings_together(model, row, 0)) return false;
    int rows = is_in_plane(model, d->tail) && is_in_plane(model, d->head) ? 2 : 3;
    for (int k = 1; k < rows; k++)
        if (r + k >= model->rows || row[k].span[1] != row->span[1] ||
            !brings_together(model, &row[k], k))
            return false;
    *ball = (hol_joint){.point = {d->tail, d->head}, .ball = true, .rows = rows};
    snprintf(ball->name, sizeof ball->name, "%.*s", (int)strlen(row->name) - 2, row->name);
    return true;
}

static bool is_of_ball(const hol_model *model, int r)
{
    hol_joint ball;
    for (int first = r; first >= 0 && first > r - 3; first--)
        if (hol_ball_at(model, first, &ball)) return r < first + ball.rows;
    return false;
}

static bool is_distance(const hol_model *model, const hol_row *row)
{
    const hol_span *s = &model->span[row->span[0]];
    return row->span[0] == row->span[1] && s->has_tail && s->head.w == 1 && s->tail.w == 1;
}

hol_row_place hol_place_of_row(const hol_model *model, int r, hol_message *what)
{
    const hol_row *row = &model->row[r];
    if (row->drive || row->contact)
        hol_say(what, "the row '%s': %s", row->name,
                row->drive ? "it is driven" : "the body rolls");
    else if (is_soft(model, r))
        hol_say(what, "the row '%s' is soft", row->name);
    else if (row->joint || is_of_ball(model, r))
        return HOL_ROW_OF_JOINT;
    else {
        hol_say(what, "the condition '%s'", row->name);
        if (is_distance(model, row)) return HOL_ROW_OF_DISTANCE;
    }
    return HOL_ROW_APART;
}

bool hol_unconnected(const hol_model *model, hol_message *what)
{
    for (int r = 0; r < model->rows; r++)
        if (hol_place_of_row(model, r, what) == HOL_ROW_APART) return true;
    if (model->slides) hol_say(what, "the nonholonomic condition '%s'", model->slide[0].name);
    return model->slides > 0;
}

/* ---------------------------------------------------------------- connections */

HOL_WORD_OF(hol_connection_word, hol_connection_kind, HOL_CONNECTION_LIST(HOL_WORD))

hol_connection_kind hol_kind_of_joint(const hol_joint *j)
{
    return j->ball                 ? HOL_SPHERICAL_CONNECTION
           : j->crossed            ? HOL_UNIVERSAL_CONNECTION
           : j->turns && j->slides ? HOL_CYLINDRICAL_CONNECTION
           : j->turns              ? HOL_REVOLUTE_CONNECTION
           : j->slides             ? HOL_TRANSLATIONAL_CONNECTION
                                   : HOL_FIXED_CONNECTION;
}

/* The frame of unit vectors a, n x a, n in the columns `first`, `first` + 1, `first` + 2, modulo 3.
 */
static void frame_of(const double a[3], const double n[3], int first, double F[9])
{
    double b[3];
    hol_cross(n, a, b);
    for (int i = 0; i < 3; i++) {
        F[3 * i + first] = a[i];
        F[3 * i + (first + 1) % 3] = b[i];
        F[3 * i + (first + 2) % 3] = n[i];
    }
}

static hol_connection of_joint(const hol_joint *j)
{
    hol_connection c = {.kind = hol_kind_of_joint(j), .point = {j->point[0], j->point[1]}};
    snprintf(c.name, sizeof c.name, "%s", j->name);
    for (int e = 0; e < 2; e++) {
        double across[3], beside[3];
        for (int k = 0; k < 9; k += 4) c.frame[e][k] = 1;
        if (j->turns || j->slides) frame_of(j->across[e], j->axis[e].rho, 0, c.frame[e]);
        if (!j->crossed) continue;
        hol_across(j->axis[e].rho, across, beside);
        frame_of(across, j->axis[e].rho, e ? 2 : 1, c.frame[e]);
    }
    return c;
}

static hol_connection of_distance(const hol_model *model, const hol_row *row)
{
    const hol_span *s = &model->span[row->span[0]];
    const hol_joint ends = {.point = {s->tail, s->head}, .ball = true};
    hol_connection c = of_joint(&ends);
    snprintf(c.name, sizeof c.name, "%s", row->name);
    c.kind = HOL_DISTANCE_CONNECTION;
    c.length = sqrt(-row->offset / row->scale);
    return c;
}

static hol_connection of_centre(const hol_model *model, int body)
{
    const double *r = model->body[body].at.r;
    const hol_joint ends = {
        .point = {hol_point(HOL_GROUND, r[0], r[1], r[2]), hol_point(body, 0, 0, 0)}, .ball = true};
    hol_connection c = of_joint(&ends);
    snprintf(c.name, sizeof c.name, "%s", model->body[body].name);
    return c;
}

bool hol_connection_at(const hol_model *model, int k, hol_connection *c)
{
    hol_joint ball;
    hol_message what;
    if (k >= 0 && k < model->joints) *c = of_joint(&model->joint[k]);
    if (k < model->joints) return k >= 0;
    k -= model->joints;
    for (int r = 0; r < model->rows; r++) {
        if (!hol_ball_at(model, r, &ball) || k-- > 0) continue;
        *c = of_joint(&ball);
        return true;
    }
    for (int r = 0; r < model->rows; r++) {
        if (hol_place_of_row(model, r, &what) != HOL_ROW_OF_DISTANCE || k-- > 0) continue;
        *c = of_distance(model, &model->row[r]);
        return true;
    }
    for (int b = 0; b < model->bodies; b++) {
        if (!model->body[b].fixed || k-- > 0) continue;
        *c = of_centre(model, b);
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- forces */

void hol_uniform_gravity(const hol_model *model, double g[3])
{
    memcpy(g, model->g, sizeof model->g);
}

static void frame_at(const hol_pose pose[], int body, hol_frame *f)
{
    *f = (hol_frame){.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    if (body == HOL_GROUND) return;
    memcpy(f->r, pose[body].r, sizeof f->r);
    memcpy(f->v, pose[body].v, sizeof f->v);
    hol_quaternion_to_matrix(pose[body].p, f->R);
    hol_rotate(f->R, pose[body].omega, f->omega);
}

/* D as a torque: where R turns by omega x R, D . (omega x R) = omega . tau. */
static void add_turning(const double D[9], const double R[9], double tau[3])
{
    for (int k = 0; k < 3; k++) { /* of a column D_k = F, R_k = rho: rho x F */
        double F[3] = {D[k], D[3 + k], D[6 + k]}, rho[3] = {R[k], R[3 + k], R[6 + k]}, x[3];
        hol_cross(rho, F, x);
        for (int i = 0; i < 3; i++) tau[i] += x[i];
    }
}

bool hol_wrenches(const hol_model *model, double t, const hol_pose pose[], hol_wrench w[])
{
    memset(w, 0, (size_t)model->bodies * sizeof *w);
    for (const hol_force *force = model->force; force < model->force + model->forces; force++) {
        hol_frame frame[2];
        hol_wrench of[2] = {0};
        for (int k = 0; k < force->count; k++) frame_at(pose, force->body[k], &frame[k]);
        force->law->wrench(force, t, frame, of);
        for (int k = 0; k < force->count; k++) {
            int b = force->body[k];
            if (b == HOL_GROUND) continue;
            for (int c = 0; c < 3; c++) w[b].F[c] += of[k].F[c];
            if (model->body[b].shape == HOL_POINT) continue;
            for (int c = 0; c < 3; c++) w[b].tau[c] += of[k].tau[c];
            add_turning(of[k].D, frame[k].R, w[b].tau);
        }
    }
    return model->forces > 0;
}
