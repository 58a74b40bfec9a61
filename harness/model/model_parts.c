/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of what a model's file may say: a row a call of the builder in holonomy.h. */
#include <stdio.h>
#include <string.h>

#include "harness/model/model_item.h"

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

static hol_marker marker(const model_item *i, int slot, int k)
{
    const double *x = i->x[slot] + 3 * k;
    return slot == ITEM_POINTS ? hol_point(i->body[k], x[0], x[1], x[2])
                               : hol_direction(i->body[k], x[0], x[1], x[2]);
}

static void orthogonal(hol_model *model, const model_item *i)
{
    hol_orthogonal(model, i->name, marker(i, ITEM_AXES, 0), marker(i, ITEM_AXES, 1));
}

static void in_plane(hol_model *model, const model_item *i)
{
    hol_in_plane(model, i->name, marker(i, ITEM_AXES, 0), marker(i, ITEM_POINTS, 0),
                 marker(i, ITEM_POINTS, 1));
}

static void distance(hol_model *model, const model_item *i)
{
    hol_distance(model, i->name, marker(i, ITEM_POINTS, 0), marker(i, ITEM_POINTS, 1),
                 i->x[ITEM_LENGTH][0]);
}

static void coordinate(hol_model *model, const model_item *i)
{
    hol_coordinate(model, i->name, marker(i, ITEM_POINTS, 0), i->x[ITEM_AXES], i->x[ITEM_VALUE][0]);
}

static void translational(hol_model *model, const model_item *i)
{
    hol_translational(model, i->name, marker(i, ITEM_POINTS, 0), marker(i, ITEM_POINTS, 1),
                      marker(i, ITEM_AXES, 0), marker(i, ITEM_AXES, 1), marker(i, ITEM_CROSSES, 0),
                      marker(i, ITEM_CROSSES, 1));
}

/* The direction is the first body's, the point the second's. */
static void nonholonomic(hol_model *model, const model_item *i)
{
    const double *x = i->x[ITEM_POINTS];
    hol_nonholonomic(model, i->name, marker(i, ITEM_AXES, 0),
                     hol_point(i->body[1], x[0], x[1], x[2]), NULL);
}

static const model_kind joints[] = {
    {.name = "spherical", .takes = "name bodies:2 points:6", .points = hol_spherical},
    {.name = "universal", .takes = "name bodies:2 points:6 axes:6", .axes = hol_universal},
    {.name = "revolute", .takes = "name bodies:2 points:6 axes:6", .axes = hol_revolute},
    {.name = "cylindrical", .takes = "name bodies:2 points:6 axes:6", .axes = hol_cylindrical},
    {.name = "translational",
     .takes = "name bodies:2 points:6 axes:6 crosses:6",
     .add = translational},
    {.name = "fixed", .takes = "name bodies:2 points:6", .points = hol_fixed},
    {.name = "coincide", .takes = "name bodies:2 points:6", .points = hol_coincide},
    {.name = "orthogonal", .takes = "name bodies:2 axes:6", .add = orthogonal},
    {.name = "in-plane", .takes = "name bodies:2 axis:3 points:6", .add = in_plane},
    {.name = "distance", .takes = "name bodies:2 points:6 length", .add = distance},
    {.name = "coordinate", .takes = "name body point:3 axis:3 value", .add = coordinate},
    {.name = "nonholonomic", .takes = "name bodies:2 axis:3 point:3", .add = nonholonomic},
};

static void soften(hol_model *model, const model_item *i)
{
    if (i->has[ITEM_COMPLIANCE] || i->has[ITEM_TIME])
        hol_soften(model, i->name, i->x[ITEM_COMPLIANCE][0], i->x[ITEM_TIME][0]);
}

/* ---------------------------------------------------------------- forces, symmetries */

static void gravity(hol_model *model, const model_item *i)
{
    hol_gravity(model, i->x[ITEM_VECTOR]);
}

static void constant_force(hol_model *model, const model_item *i)
{
    hol_force_constant(model, marker(i, ITEM_POINTS, 0), i->x[ITEM_VECTOR]);
}

static void torque_space(hol_model *model, const model_item *i)
{
    hol_torque_space(model, i->body[0], i->x[ITEM_VECTOR]);
}

static void torque_body(hol_model *model, const model_item *i)
{
    hol_torque_body(model, i->body[0], i->x[ITEM_VECTOR]);
}

static void spring(hol_model *model, const model_item *i)
{
    hol_spring(model, marker(i, ITEM_POINTS, 0), marker(i, ITEM_POINTS, 1), i->x[ITEM_STIFFNESS][0],
               i->x[ITEM_LENGTH][0], i->x[ITEM_DAMPING][0]);
}

static const model_kind forces[] = {
    {.name = "gravity", .takes = "g:3", .add = gravity},
    {.name = "force", .takes = "body point:3? F:3", .add = constant_force},
    {.name = "torque-space", .takes = "body tau:3", .add = torque_space},
    {.name = "torque-body", .takes = "body tau:3", .add = torque_body},
    {.name = "spring", .takes = "bodies:2 points:6 length stiffness damping?", .add = spring},
};

static void add_symmetry(hol_model *model, const model_item *i)
{
    hol_symmetry(model, i->name, i->x[ITEM_TRANSLATION], i->x[ITEM_ROTATION], i->x[ITEM_POINTS]);
}

static const model_kind symmetries[] = {
    {.name = "symmetry",
     .takes = "name translation:3? rotation:3? through:3?",
     .add = add_symmetry},
};

void model_add(hol_model *model, const model_kind *kind, const model_item *i)
{
    hol_marker p0 = marker(i, ITEM_POINTS, 0), p1 = marker(i, ITEM_POINTS, 1);
    if (kind->add) kind->add(model, i);
    if (kind->points) kind->points(model, i->name, p0, p1);
    if (kind->axes)
        kind->axes(model, i->name, p0, p1, marker(i, ITEM_AXES, 0), marker(i, ITEM_AXES, 1));
}

#define KINDS(table) (table), (int)(sizeof(table) / sizeof *(table))

const model_kinds model_bodies = {"body", "shape", KINDS(shapes), NULL, stand_in, NULL},
                  model_joints = {"joint", "type", KINDS(joints), "compliance? damping_time?",
                                  NULL,    soften},
                  model_forces = {"force", "type", KINDS(forces), NULL, NULL, NULL},
                  model_symmetries = {"symmetry", NULL, KINDS(symmetries), NULL, NULL, NULL};
