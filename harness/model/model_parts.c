/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of what a model's file may say: a row a call of the builder in holonomy.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/model/model_item.h"
#include "holonomy/dense.h"
#include "holonomy/so3.h"
#include "mechanics/joint_forces.h"

/* ---------------------------------------------------------------- bodies */

static void add_body(hol_model *model, const model_item *i, hol_shape shape, const double J[3])
{
    hol_body body = {.shape = shape, .fixed = i->fixed, .m = i->x[ITEM_M][0]};
    snprintf(body.name, sizeof body.name, "%s", i->name);
    memcpy(body.J, J, sizeof body.J);
    memcpy(body.at.r, i->x[ITEM_R], sizeof body.at.r);
    memcpy(body.at.p, i->x[ITEM_P], sizeof body.at.p);
    memcpy(body.at.v, i->x[ITEM_V], sizeof body.at.v);
    memcpy(body.at.omega, i->x[ITEM_OMEGA], sizeof body.at.omega);
    hol_add_body(model, &body);
}

static void add_rigid(hol_model *model, const model_item *i)
{
    add_body(model, i, HOL_RIGID, i->x[ITEM_J]);
}

static void add_point(hol_model *model, const model_item *i)
{
    add_body(model, i, HOL_POINT, (double[3]){0});
}

/* A rod's moment is the same about all axes across it. */
static void add_rod(hol_model *model, const model_item *i)
{
    add_body(model, i, HOL_ROD, (double[3]){0, i->x[ITEM_J][0], i->x[ITEM_J][0]});
}

/* A planar body turns about e3: omega is one number. */
static void add_planar(hol_model *model, const model_item *i)
{
    model_item turned = *i;
    memcpy(turned.x[ITEM_OMEGA], (double[3]){0, 0, i->x[ITEM_OMEGA][0]}, 3 * sizeof(double));
    add_body(model, &turned, HOL_PLANAR, (double[3]){0, 0, i->x[ITEM_J][0]});
}

static void stand_in(hol_model *model, const model_item *i)
{
    hol_body body = {.shape = HOL_RIGID, .m = 1, .J = {1, 1, 1}, .at = {.p = {1}}};
    snprintf(body.name, sizeof body.name, "%s", i->name);
    if (i->name[0]) hol_add_body(model, &body);
}

static const model_kind shapes[] = {
    {.name = "rigid",
     .takes = "name m J:3 r:3? p:4? v:3? omega:3? fixed? centre:3?",
     .add = add_rigid},
    {.name = "point", .takes = "name m r:3? v:3? fixed?", .add = add_point},
    {.name = "rod",
     .takes = "name m J r:3? p:4? direction:3? v:3? omega:3? fixed? centre:3?",
     .add = add_rod},
    {.name = "planar",
     .takes = "name m J r:3? p:4? angle? v:3? omega? fixed? centre:3?",
     .add = add_planar},
};

/* ---------------------------------------------------------------- joints */

hol_marker model_marker(const model_item *i, int slot, int k)
{
    const double *x = i->x[slot] + 3 * k;
    return slot == ITEM_POINTS ? hol_point(i->body[k], x[0], x[1], x[2])
                               : hol_direction(i->body[k], x[0], x[1], x[2]);
}

static void orthogonal(hol_model *model, const model_item *i)
{
    hol_orthogonal(model, i->name, model_marker(i, ITEM_AXES, 0), model_marker(i, ITEM_AXES, 1));
}

static void in_plane(hol_model *model, const model_item *i)
{
    hol_in_plane(model, i->name, model_marker(i, ITEM_AXES, 0), model_marker(i, ITEM_POINTS, 0),
                 model_marker(i, ITEM_POINTS, 1));
}

/* The law of a driven joint; NULL: it has none. */
static const hol_law *law_of(hol_model *model, const model_item *i)
{
    return i->law ? hol_law_of_expression(model, i->law) : NULL;
}

static void distance(hol_model *model, const model_item *i)
{
    if (i->law) {
        hol_drive_distance(model, i->name, model_marker(i, ITEM_POINTS, 0),
                           model_marker(i, ITEM_POINTS, 1), law_of(model, i));
        return;
    }
    hol_distance(model, i->name, model_marker(i, ITEM_POINTS, 0), model_marker(i, ITEM_POINTS, 1),
                 i->x[ITEM_LENGTH][0]);
}

static void coordinate(hol_model *model, const model_item *i)
{
    if (i->law) {
        hol_drive_coordinate(model, i->name, model_marker(i, ITEM_POINTS, 0), i->x[ITEM_AXES],
                             law_of(model, i));
        return;
    }
    hol_coordinate(model, i->name, model_marker(i, ITEM_POINTS, 0), i->x[ITEM_AXES],
                   i->x[ITEM_VALUE][0]);
}

/* The direction is the first body's, the point the second's; one that depends on the place of the
 * point is a direction of space. */
static void nonholonomic(hol_model *model, const model_item *i)
{
    const double *x = i->x[ITEM_POINTS];
    if (i->of_place && i->body[0] != HOL_GROUND) {
        hol_model_mistake(model, "%s: a row of x, y, z is one of space: its first body is `ground`",
                          i->name);
        return;
    }
    if (i->of_place) {
        hol_nonholonomic_of_place(model, i->name, i->x[ITEM_AXES], i->place,
                                  hol_point(i->body[1], x[0], x[1], x[2]), law_of(model, i));
        return;
    }
    if (i->law) {
        hol_drive_slip(model, i->name, model_marker(i, ITEM_AXES, 0),
                       hol_point(i->body[1], x[0], x[1], x[2]), law_of(model, i));
        return;
    }
    hol_nonholonomic(model, i->name, model_marker(i, ITEM_AXES, 0),
                     hol_point(i->body[1], x[0], x[1], x[2]), NULL);
}

static void row_name(const model_item *i, char name[64])
{
    snprintf(name, 64, "%.40s.drive", i->name);
}

/* Euler parameters of the start. */
static const double *turn_of(const hol_model *model, int body)
{
    static const double none[4] = {1, 0, 0, 0};
    return body == HOL_GROUND ? none : hol_body_at(model, body)->at.p;
}

/* From one direction across the axis to the other; without them from any of the first body to the
 * one of the second that at the start is at the angle that the law then has. */
static void drive_angle(hol_model *model, const model_item *i)
{
    double u[3], w[3], R[9], x[3], y[3];
    char name[64];
    hol_marker from = model_marker(i, ITEM_CROSSES, 0), to = model_marker(i, ITEM_CROSSES, 1);
    const double *axis = i->x[ITEM_AXES];
    if (!i->has[ITEM_CROSSES]) {
        double angle = hol_expression_value(i->law, &(double){0});
        hol_across(axis, u, w); /* right-handed */
        for (int k = 0; k < 3; k++) x[k] = cos(angle) * u[k] + sin(angle) * w[k];
        hol_quaternion_to_matrix(turn_of(model, i->body[0]), R);
        hol_rotate(R, x, y);
        hol_quaternion_to_matrix(turn_of(model, i->body[1]), R);
        hol_rotate_back(R, y, x);
        from = hol_direction(i->body[0], u[0], u[1], u[2]);
        to = hol_direction(i->body[1], x[0], x[1], x[2]);
    }
    row_name(i, name);
    hol_drive_angle(model, name, model_marker(i, ITEM_AXES, 0), from, to, law_of(model, i));
}

static void drive_displacement(hol_model *model, const model_item *i)
{
    char name[64];
    row_name(i, name);
    hol_drive_displacement(model, name, model_marker(i, ITEM_AXES, 0),
                           model_marker(i, ITEM_POINTS, 0), model_marker(i, ITEM_POINTS, 1),
                           law_of(model, i));
}

static void translational(hol_model *model, const model_item *i)
{
    hol_translational(model, i->name, model_marker(i, ITEM_POINTS, 0),
                      model_marker(i, ITEM_POINTS, 1), model_marker(i, ITEM_AXES, 0),
                      model_marker(i, ITEM_AXES, 1), model_marker(i, ITEM_CROSSES, 0),
                      model_marker(i, ITEM_CROSSES, 1));
}

static const model_kind joints[] = {
    {.name = "spherical", .takes = "name bodies:2 points:6 cut?", .points = hol_spherical},
    {.name = "universal", .takes = "name bodies:2 points:6 axes:6 cut?", .axes = hol_universal},
    {.name = "revolute",
     .takes = "name bodies:2 points:6 axes:6 crosses:6? drive:t? cut?",
     .axes = hol_revolute,
     .drive = drive_angle},
    {.name = "cylindrical",
     .takes = "name bodies:2 points:6 axes:6 drive:t? cut?",
     .axes = hol_cylindrical,
     .drive = drive_displacement},
    {.name = "translational",
     .takes = "name bodies:2 points:6 axes:6 crosses:6 drive:t? cut?",
     .add = translational,
     .drive = drive_displacement},
    {.name = "fixed", .takes = "name bodies:2 points:6 cut?", .points = hol_fixed},
    {.name = "coincide", .takes = "name bodies:2 points:6 cut?", .points = hol_coincide},
    {.name = "orthogonal", .takes = "name bodies:2 axes:6", .add = orthogonal},
    {.name = "in-plane", .takes = "name bodies:2 axis:3 points:6", .add = in_plane},
    {.name = "distance", .takes = "name bodies:2 points:6 length:t", .add = distance},
    {.name = "coordinate", .takes = "name body point:3 axis:3 value:t", .add = coordinate},
    {.name = "nonholonomic",
     .takes = "name bodies:2 axis:3 row:3? point:3 speed:t?",
     .add = nonholonomic},
};

/* With any coordinate. */
static void stand_in_joint(hol_model *model, const model_item *i)
{
    hol_marker origin = hol_point(HOL_GROUND, 0, 0, 0), axis = hol_direction(HOL_GROUND, 1, 0, 0);
    if (i->name[0])
        hol_record_joint(
            model,
            &(hol_joint){
                .point = {origin, origin}, .axis = {axis, axis}, .turns = true, .slides = true},
            i->name, NULL, model->rows);
}

static void soften_or_cut(hol_model *model, const model_item *i)
{
    if (i->has[ITEM_COMPLIANCE] || i->has[ITEM_TIME])
        hol_soften(model, i->name, i->x[ITEM_COMPLIANCE][0], i->x[ITEM_TIME][0]);
    if (i->cut) hol_cut_joint(model, i->name);
}

/* ---------------------------------------------------------------- rolling */

/* The floor z = 0 where none is given. */
static hol_plane plane_of(const model_item *i)
{
    hol_plane plane = {.normal = {0, 0, 1}};
    if (!i->has[ITEM_PLANE]) return plane;
    memcpy(plane.point, i->x[ITEM_PLANE], sizeof plane.point);
    memcpy(plane.normal, i->x[ITEM_PLANE] + 3, sizeof plane.normal);
    return plane;
}

static void roll_disc(hol_model *model, const model_item *i)
{
    const hol_plane plane = plane_of(i);
    hol_roll_disc(model, i->name, model_marker(i, ITEM_POINTS, 0), model_marker(i, ITEM_AXES, 0),
                  i->x[ITEM_RADIUS][0], &plane);
}

static void roll_sphere(hol_model *model, const model_item *i)
{
    const hol_plane plane = plane_of(i);
    hol_roll_sphere(model, i->name, model_marker(i, ITEM_POINTS, 0), i->x[ITEM_RADIUS][0], &plane);
}

/* Along the body's axes where no others are given: the first two, the third across both. */
static void roll_ellipsoid(hol_model *model, const model_item *i)
{
    const hol_plane plane = plane_of(i);
    double u[9] = {1, 0, 0, 0, 1, 0};
    hol_marker axis[3];
    if (i->has[ITEM_AXES]) memcpy(u, i->x[ITEM_AXES], 6 * sizeof *u);
    hol_cross(u, u + 3, u + 6);
    double norm = hol_norm(3, u + 6);
    for (int k = 6; k < 9 && norm > 0; k++) u[k] /= norm;
    for (int k = 0; k < 3; k++)
        axis[k] = hol_direction(i->body[0], u[3 * k], u[3 * k + 1], u[3 * k + 2]);
    hol_roll_ellipsoid(model, i->name, model_marker(i, ITEM_POINTS, 0), axis, i->x[ITEM_SEMI_AXES],
                       &plane);
}

static const model_kind rollings[] = {
    {.name = "disc", .takes = "name body radius axis:3 point:3? plane:6?", .add = roll_disc},
    {.name = "sphere", .takes = "name body radius point:3? plane:6?", .add = roll_sphere},
    {.name = "ellipsoid",
     .takes = "name body semi_axes:3 directions:6? point:3? plane:6?",
     .add = roll_ellipsoid},
};

void model_add(hol_model *model, const model_kind *kind, const model_item *i)
{
    hol_marker p0 = model_marker(i, ITEM_POINTS, 0), p1 = model_marker(i, ITEM_POINTS, 1);
    if (kind->add) kind->add(model, i);
    if (kind->points) kind->points(model, i->name, p0, p1);
    if (kind->axes)
        kind->axes(model, i->name, p0, p1, model_marker(i, ITEM_AXES, 0),
                   model_marker(i, ITEM_AXES, 1));
    if (kind->drive && i->law) kind->drive(model, i);
}

const model_kinds model_bodies = {"body", "shape", MODEL_KINDS(shapes), NULL, stand_in, NULL},
                  model_joints = {"joint",
                                  "type",
                                  MODEL_KINDS(joints),
                                  "compliance? damping_time?",
                                  stand_in_joint,
                                  soften_or_cut},
                  model_rollings = {"rolling body", "shape", MODEL_KINDS(rollings),
                                    NULL,           NULL,    NULL};
