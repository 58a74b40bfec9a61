/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulations: one description of orientation per shape of body. */
#include <string.h>

#include "mechanics/internal.h"

#define ABSOLUTE .equations = &hol_absolute_equations, .lay_out = hol_lay_out_absolute

enum { LIE = 2 }; /* its place */

static const hol_formulation formulation[] = {
    {.name = "natural",
     ABSOLUTE,
     .about = "centre and directors (12 numbers a body), rods and planar bodies by a unit vector: "
              "constant mass matrix, constraints at most quadratic",
     .orientation =
         {[HOL_RIGID] = &hol_directors, [HOL_ROD] = &hol_rod_axis, [HOL_PLANAR] = &hol_circle}},
    {.name = "euler",
     ABSOLUTE,
     .about = "centre and Euler parameters (7 numbers a body), planar bodies by their angle: mass "
              "matrix singular along p",
     .orientation = {[HOL_RIGID] = &hol_euler_parameters, [HOL_PLANAR] = &hol_angle},
     .absent = {[HOL_ROD] = true}},
    {.name = "lie",
     ABSOLUTE,
     .about = "centre and rotation matrix on R^3 x SO(3), velocities centre and body angular "
              "velocity, planar bodies by their angle: constant mass matrix, no inner rows",
     .orientation = {[HOL_RIGID] = &hol_rotation, [HOL_PLANAR] = &hol_angle},
     .absent = {[HOL_ROD] = true}},
    {.name = "joint",
     .equations = &hol_joint_equations,
     .lay_out = hol_lay_out_joint,
     .about = "coordinates of the joints of a spanning tree, one a freedom, rotation matrices of "
              "spherical joints and free bodies; joints outside the tree keep their rows; where no "
              "joint carries a body they are those of lie",
     .orientation = {[HOL_RIGID] = &hol_rotation, [HOL_PLANAR] = &hol_angle},
     .absent = {[HOL_ROD] = true},
     .all_rows = &formulation[LIE]},
};

enum { COUNT = sizeof formulation / sizeof *formulation };

const hol_formulation *hol_formulation_at(int k)
{
    return k >= 0 && k < COUNT ? &formulation[k] : NULL;
}

const hol_formulation *hol_formulation_named(const char *name)
{
    for (int k = 0; k < COUNT; k++)
        if (!strcmp(formulation[k].name, name)) return &formulation[k];
    return NULL;
}

const char *hol_formulation_name(const hol_formulation *f)
{
    return f->name;
}

const char *hol_formulation_about(const hol_formulation *f)
{
    return f->about;
}
