/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The joints of paper 000, Table 1, as sums of its basic constraints C (5.6), SO (5.7), O (5.8). */
#include <math.h>
#include <stdio.h>

#include "holonomy/so3.h"
#include "mechanics/internal.h"

typedef struct {
    char text[64];
} part_name;

static part_name part(const char *joint, const char *which)
{
    part_name name;
    snprintf(name.text, sizeof name.text, "%.40s.%s", joint, which);
    return name;
}

/* Two unit vectors a, b across an axis, right-handed, fixed in the body of the axis. */
static void across(hol_marker axis, hol_marker *a, hol_marker *b)
{
    double x[3], y[3];
    hol_across(axis.rho, x, y);
    *a = hol_direction(axis.body, x[0], x[1], x[2]);
    *b = hol_direction(axis.body, y[0], y[1], y[2]);
}

void hol_spherical(hol_model *m, const char *name, hol_marker i, hol_marker j)
{
    hol_coincide(m, name, i, j);
}

void hol_universal(hol_model *m, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                   hol_marker axis_j)
{
    int first = m->rows;
    hol_coincide(m, name, i, j);
    hol_orthogonal(m, part(name, "cross").text, axis_i, axis_j);
    hol_record_joint(m, &(hol_joint){.point = {i, j}, .axis = {axis_i, axis_j}, .crossed = true},
                     name, NULL, first);
}

/* The axis of j stays across a and b of i: parallel axes, two SO rows. */
static void parallel(hol_model *m, const char *name, hol_marker axis_i, hol_marker axis_j)
{
    hol_marker a, b;
    across(axis_i, &a, &b);
    hol_orthogonal(m, part(name, "tilt_a").text, a, axis_j);
    hol_orthogonal(m, part(name, "tilt_b").text, b, axis_j);
}

/* The point of j stays on the axis through the point of i: two O rows. */
static void on_axis(hol_model *m, const char *name, hol_marker i, hol_marker j, hol_marker axis_i)
{
    hol_marker a, b;
    across(axis_i, &a, &b);
    hol_in_plane(m, part(name, "off_a").text, a, i, j);
    hol_in_plane(m, part(name, "off_b").text, b, i, j);
}

static bool planar_pair(const hol_model *m, hol_marker i, hol_marker j)
{
    const hol_body *a = hol_body_at(m, i.body), *b = hol_body_at(m, j.body);
    return (a || b) && (!a || a->shape == HOL_PLANAR) && (!b || b->shape == HOL_PLANAR);
}

/* Is the axis e3 or -e3, about which planar bodies turn? */
static bool across_plane(hol_model *m, const char *name, hol_marker axis)
{
    if (!hol_check_marker(m, name, axis, 0)) return false;
    if (fabs(axis.rho[2]) >= 1 - 1e-9) return true;
    const hol_body *b = hol_body_at(m, axis.body);
    return hol_model_mistake(m,
                             "%s: bodies in the plane z = 0 turn about its normal alone, not about "
                             "the axis (%g, %g, %g) of '%s'",
                             name, axis.rho[0], axis.rho[1], axis.rho[2], b ? b->name : "ground");
}

/* The rows by which both axes are one direction: none between planar bodies, which turn about e3
 * only.  False where there is a mistake. */
static bool one_axis(hol_model *m, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                     hol_marker axis_j)
{
    if (planar_pair(m, i, j)) return across_plane(m, name, axis_i) && across_plane(m, name, axis_j);
    parallel(m, name, axis_i, axis_j);
    return true;
}

/* Of planar bodies coincidence is the whole revolute joint, and two O rows the whole cylindrical
 * one. */
void hol_revolute(hol_model *m, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                  hol_marker axis_j)
{
    int first = m->rows;
    hol_coincide(m, name, i, j);
    if (!one_axis(m, name, i, j, axis_i, axis_j)) return;
    hol_record_joint(m, &(hol_joint){.point = {i, j}, .axis = {axis_i, axis_j}, .turns = true},
                     name, NULL, first);
}

/* The rows alone: a translational joint has them too. */
static void cylindrical(hol_model *m, const char *name, hol_marker i, hol_marker j,
                        hol_marker axis_i, hol_marker axis_j)
{
    if (!one_axis(m, name, i, j, axis_i, axis_j)) return;
    on_axis(m, name, i, j, axis_i);
}

void hol_cylindrical(hol_model *m, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                     hol_marker axis_j)
{
    int first = m->rows;
    cylindrical(m, name, i, j, axis_i, axis_j);
    hol_record_joint(
        m, &(hol_joint){.point = {i, j}, .axis = {axis_i, axis_j}, .turns = true, .slides = true},
        name, NULL, first);
}

/* At right angles: the row of the turn is then its sine, and its multiplier the moment.  Across an
 * axis in the plane there is one direction there: e3, that of no turn, keeps nothing. */
static bool across_axis(hol_model *m, const char *name, hol_marker axis, hol_marker cross,
                        bool in_plane)
{
    double n[3];
    if (!hol_check_marker(m, name, axis, 0) || !hol_check_marker(m, name, cross, 0)) return false;
    hol_cross(axis.rho, cross.rho, n);
    if (fabs((in_plane ? fabs(n[2]) : sqrt(hol_dot3(n, n))) - 1) < 1e-9) return true;
    const hol_body *b = hol_body_at(m, axis.body);
    return hol_model_mistake(m,
                             "%s: the axis (%g, %g, %g) of '%s' and the direction across it "
                             "(%g, %g, %g) are not at right angles%s",
                             name, axis.rho[0], axis.rho[1], axis.rho[2], b ? b->name : "ground",
                             cross.rho[0], cross.rho[1], cross.rho[2],
                             in_plane ? " in the plane z = 0" : "");
}

/* In the plane a slider has one O row, across the axis, and one SO row for the angle. */
static void translational(hol_model *m, const char *name, hol_marker i, hol_marker j,
                          hol_marker axis_i, hol_marker axis_j, const hol_marker *cross)
{
    hol_marker cross_i = cross[0], cross_j = cross[1];
    bool in_plane = planar_pair(m, i, j);
    if (!across_axis(m, name, axis_i, cross_i, in_plane) ||
        !across_axis(m, name, axis_j, cross_j, in_plane))
        return;
    if (in_plane) {
        hol_orthogonal(m, part(name, "turn").text, cross_i, axis_j);
        hol_in_plane(m, part(name, "off").text, cross_i, i, j);
        return;
    }
    double c[3];
    hol_cross(axis_j.rho, cross_j.rho, c);
    cylindrical(m, name, i, j, axis_i, axis_j);
    hol_orthogonal(m, part(name, "turn").text, cross_i,
                   hol_direction(cross_j.body, c[0], c[1], c[2]));
}

void hol_translational(hol_model *m, const char *name, hol_marker i, hol_marker j,
                       hol_marker axis_i, hol_marker axis_j, hol_marker cross_i, hol_marker cross_j)
{
    const hol_marker cross[2] = {cross_i, cross_j};
    int first = m->rows;
    translational(m, name, i, j, axis_i, axis_j, cross);
    hol_record_joint(m, &(hol_joint){.point = {i, j}, .axis = {axis_i, axis_j}, .slides = true},
                     name, cross, first);
}

/* Coinciding points and parallel body axes: three C and three SO rows. */
static void fixed(hol_model *m, const char *name, hol_marker i, hol_marker j)
{
    hol_coincide(m, name, i, j);
    if (planar_pair(m, i, j)) {
        hol_orthogonal(m, part(name, "turn").text, hol_direction(i.body, 1, 0, 0),
                       hol_direction(j.body, 0, 1, 0));
        return;
    }
    hol_orthogonal(m, part(name, "turn_12").text, hol_direction(i.body, 1, 0, 0),
                   hol_direction(j.body, 0, 1, 0));
    hol_orthogonal(m, part(name, "turn_13").text, hol_direction(i.body, 1, 0, 0),
                   hol_direction(j.body, 0, 0, 1));
    hol_orthogonal(m, part(name, "turn_23").text, hol_direction(i.body, 0, 1, 0),
                   hol_direction(j.body, 0, 0, 1));
}

void hol_fixed(hol_model *m, const char *name, hol_marker i, hol_marker j)
{
    int first = m->rows;
    fixed(m, name, i, j);
    hol_record_joint(m, &(hol_joint){.point = {i, j}}, name, NULL, first);
}
