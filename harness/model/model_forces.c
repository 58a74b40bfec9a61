/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of forces and symmetries of a model's file: see model_parts.c. */
#include <string.h>

#include "harness/model/model_item.h"
#include "mechanics/joint_forces.h"
#include "mechanics/places.h"

static void gravity(hol_model *model, const model_item *i)
{
    hol_gravity(model, i->x[ITEM_VECTOR]);
}

/* The components that depend on time, each a force or torque of its own; what is left of the vector
 * does not. */
typedef void timed_part(hol_model *model, const model_item *i, const double axis[3],
                        const hol_law *law);

static bool add_timed(hol_model *model, const model_item *i, timed_part *add)
{
    for (int c = 0; c < 3; c++)
        if (i->component[c])
            add(model, i, (double[3]){c == 0, c == 1, c == 2},
                hol_law_of_expression(model, i->component[c]));
    const double *x = i->x[ITEM_VECTOR];
    return i->timed && x[0] == 0 && x[1] == 0 && x[2] == 0;
}

static void timed_force(hol_model *model, const model_item *i, const double axis[3],
                        const hol_law *law)
{
    hol_force_of_time(model, model_marker(i, ITEM_POINTS, 0), axis, law);
}

static void timed_space(hol_model *model, const model_item *i, const double axis[3],
                        const hol_law *law)
{
    hol_torque_of_time(model, i->body[0], false, axis, law);
}

static void timed_body(hol_model *model, const model_item *i, const double axis[3],
                       const hol_law *law)
{
    hol_torque_of_time(model, i->body[0], true, axis, law);
}

static void constant_force(hol_model *model, const model_item *i)
{
    if (add_timed(model, i, timed_force)) return;
    hol_force_constant(model, model_marker(i, ITEM_POINTS, 0), i->x[ITEM_VECTOR]);
}

static void torque_space(hol_model *model, const model_item *i)
{
    if (add_timed(model, i, timed_space)) return;
    hol_torque_space(model, i->body[0], i->x[ITEM_VECTOR]);
}

static void torque_body(hol_model *model, const model_item *i)
{
    if (add_timed(model, i, timed_body)) return;
    hol_torque_body(model, i->body[0], i->x[ITEM_VECTOR]);
}

static void spring(hol_model *model, const model_item *i)
{
    hol_spring(model, model_marker(i, ITEM_POINTS, 0), model_marker(i, ITEM_POINTS, 1),
               i->x[ITEM_STIFFNESS][0], i->x[ITEM_LENGTH][0], i->x[ITEM_DAMPING][0]);
}

static void potential(hol_model *model, const model_item *i)
{
    hol_potential_of_expression(model, model_marker(i, ITEM_POINTS, 0), i->potential);
}

static void motor(hol_model *model, const model_item *i)
{
    if (i->motor)
        hol_motor(model, i->joint, hol_motor_of_expression(model, i->of, i->motor));
    else
        hol_model_mistake(model, "a motor has a 'torque' about or a 'force' along its axis");
}

static void joint_potential(hol_model *model, const model_item *i)
{
    if (i->motor)
        hol_motor(model, i->joint, hol_motor_of_energy(model, i->of, i->motor));
    else
        hol_model_mistake(model, "a joint-potential has an energy 'of-angle' or 'of-length'");
}

static void joint_spring(hol_model *model, const model_item *i, hol_joint_coordinate of)
{
    hol_joint_spring(model, i->joint, of, i->x[ITEM_STIFFNESS][0], i->x[ITEM_REST][0],
                     i->x[ITEM_DAMPING][0]);
}

static void torsion_spring(hol_model *model, const model_item *i)
{
    joint_spring(model, i, HOL_ANGLE);
}

static void axial_spring(hol_model *model, const model_item *i)
{
    joint_spring(model, i, HOL_LENGTH);
}

static void bushing(hol_model *model, const model_item *i)
{
    hol_bushing(model, model_marker(i, ITEM_POINTS, 0), model_marker(i, ITEM_POINTS, 1),
                i->x[ITEM_P], i->matrix[0], i->matrix[1]);
}

static void named_law(hol_model *model, const model_item *i)
{
    const hol_named_law *named = i->named;
    hol_force force = {.law = named->law, .count = named->bodies, .body = {i->body[0], i->body[1]}};
    memcpy(force.par, i->par, sizeof force.par);
    if (i->bodies == named->bodies)
        hol_add_force(model, &force);
    else
        hol_model_mistake(model, "the law %s acts on %d %s, not on %d", named->law->name,
                          named->bodies, named->bodies == 1 ? "body" : "bodies", i->bodies);
}

static const model_kind forces[] = {
    {.name = "gravity", .takes = "g:3", .add = gravity},
    {.name = "force", .takes = "body point:3? F:t", .add = constant_force},
    {.name = "torque-space", .takes = "body tau:t", .add = torque_space},
    {.name = "torque-body", .takes = "body tau:t", .add = torque_body},
    {.name = "spring", .takes = "bodies:2 points:6 length stiffness damping?", .add = spring},
    {.name = "torsion-spring", .takes = "joint stiffness rest? damping?", .add = torsion_spring},
    {.name = "axial-spring", .takes = "joint stiffness rest? damping?", .add = axial_spring},
    {.name = "bushing", .takes = "bodies:2 points:6 p:4? stiffness:36 damping:36?", .add = bushing},
    {.name = "potential", .takes = "body point:3? energy", .add = potential},
    {.name = "law", .takes = "law body? bodies:2? parameters?", .add = named_law},
    {.name = "motor", .takes = "joint torque? force?", .add = motor},
    {.name = "joint-potential", .takes = "joint of-angle? of-length?", .add = joint_potential},
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

const model_kinds model_forces = {"force", "type", MODEL_KINDS(forces), NULL, NULL, NULL},
                  model_symmetries = {"symmetry", NULL, MODEL_KINDS(symmetries), NULL, NULL, NULL};
