/* SPDX-License-Identifier: GPL-3.0-or-later */
/* URDF: links in a tree, the frame of a link where its joint is, its axes those of the body.  Of
 * joints it has one turn or one slide: two of them with a link without mass between. */
#include <math.h>
#include <string.h>

#include "harness/study/convert_of.h"

/* Angles of the rotation Rz(yaw) Ry(pitch) Rx(roll). */
static void roll_pitch_yaw(const double R[9], double a[3])
{
    double across = hypot(R[0], R[3]);
    bool level = across > 1e-12;
    a[0] = level ? atan2(R[7], R[8]) : atan2(-R[5], R[4]);
    a[1] = atan2(-R[6], across);
    a[2] = level ? atan2(R[3], R[0]) : 0;
}

static void link_of(const hol_converting *c, const hol_limb *limb)
{
    const hol_body *body = &c->model->body[limb->body];
    const double centre[3] = {-limb->rho[0], -limb->rho[1], -limb->rho[2]};
    double J[3];
    convert_inertia(body, J);
    xml_put(c->out,
            "  <link name=\"%s\">\n    <inertial>\n      <origin xyz=\"%3\" rpy=\"0 0 0\"/>\n"
            "      <mass value=\"%1\"/>\n"
            "      <inertia ixx=\"%1\" iyy=\"%1\" izz=\"%1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>\n"
            "    </inertial>\n  </link>\n",
            body->name, centre, &body->m, &J[0], &J[1], &J[2]);
}

/* The k-th joint of a limb, from the link before it, at the origin given (NULL: in place). */
static void joint(const hol_converting *c, const hol_limb *limb, int k, int last, const char *type,
                  const double *axis, const double *xyz, const double *rpy)
{
    static const double none[3];
    FILE *out = c->out;
    int before = convert_parent(c, limb);
    const char *body = c->model->body[limb->body].name;
    const char *from = before == HOL_GROUND ? "world" : c->model->body[before].name;
    if (k < last) xml_put(out, "  <link name=\"%s.%d\"/>\n", body, k + 1);
    xml_put(out, "  <joint name=\"%s", limb->joint ? limb->joint : body);
    if (last) xml_put(out, ".%d", k + 1);
    xml_put(out, "\" type=\"%s\">\n    <parent link=\"%s", type, k ? body : from);
    if (k) xml_put(out, ".%d", k);
    xml_put(out, "\"/>\n    <child link=\"%s", body);
    if (k < last) xml_put(out, ".%d", k + 1);
    xml_put(out, "\"/>\n    <origin xyz=\"%3\" rpy=\"%3\"/>\n", xyz ? xyz : none, rpy ? rpy : none);
    if (axis) xml_put(out, "    <axis xyz=\"%3\"/>\n", axis);
    if (!strcmp(type, "prismatic"))
        fputs("    <limit lower=\"-1e9\" upper=\"1e9\" effort=\"1e9\" velocity=\"1e9\"/>\n", out);
    fputs("  </joint>\n", out);
}

static void joints_of(const hol_converting *c, const hol_limb *limb)
{
    const hol_model *model = c->model;
    hol_freedom of[HOL_LIMB_MOST];
    double from[3], x[3], xyz[3], R[9], rpy[3];
    int n = convert_freedoms(c, limb, of), before = convert_parent(c, limb);
    convert_centre(model, before, from);
    if (limb->parent >= 0) convert_point(model, before, c->limb[limb->parent].rho, from);
    convert_point(model, limb->body, limb->rho, x);
    convert_relative(model, before, from, limb->body, x, xyz, R);
    roll_pitch_yaw(R, rpy);
    if (limb->ball || n == 3) { /* what moves freely, in space or in the plane */
        const double *axis = limb->ball ? NULL : of[n - 1].axis;
        bool planar = !limb->ball && of[n - 1].turns;
        joint(c, limb, 0, 0, planar ? "planar" : "floating", planar ? axis : NULL, xyz, rpy);
    } else if (!n)
        joint(c, limb, 0, 0, "fixed", NULL, xyz, rpy);
    for (int k = 0; k < n && n < 3 && !limb->ball; k++)
        joint(c, limb, k, n - 1, of[k].turns ? "continuous" : "prismatic", of[k].axis,
              k ? NULL : xyz, k ? NULL : rpy);
    if (limb->ball && limb->slides < 3)
        convert_leave(c, "the spherical joint '%s': the body floats",
                      limb->joint ? limb->joint : model->body[limb->body].name);
}

static bool moves(const hol_model *model)
{
    double most = 0;
    for (int b = 0; b < model->bodies; b++)
        for (int k = 0; k < 3; k++)
            most = fmax(most, fabs(model->body[b].at.v[k]) + fabs(model->body[b].at.omega[k]));
    return most > 0;
}

static void write(const hol_converting *c)
{
    xml_put(c->out, "<?xml version=\"1.0\"?>\n<robot name=\"%s\">\n  <link name=\"world\"/>\n",
            c->name);
    for (int i = 0; i < c->limbs; i++) {
        link_of(c, &c->limb[i]);
        joints_of(c, &c->limb[i]);
    }
    fputs("</robot>\n", c->out);
    for (int k = 0; k < c->model->joints; k++)
        if (!c->taken || !c->taken[k + 1]) convert_leave_loop(c, &c->model->joint[k]);
    convert_leave_out(c, false, false, false);
    if (moves(c->model)) convert_leave(c, "the velocities of the start");
}

const hol_form hol_form_urdf = {"urdf", "ROS, Bullet, Drake, Pinocchio", write};
