/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SDF 1.9, the form of Gazebo: links and joints as a graph, loops included; a link's frame is that
 * of its body, a joint's has the axes of its child; the start with its velocities as a state. */
#include <string.h>

#include "harness/study/convert_of.h"

static void pose_of(FILE *out, const hol_pose *at)
{
    const double p[4] = {at->p[1], at->p[2], at->p[3], at->p[0]};
    xml_put(out, "<pose rotation_format=\"quat_xyzw\">%3 %4</pose>", at->r, p);
}

static void link_of(const hol_converting *c, const hol_body *body)
{
    static const char *const moment[] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    double J[6] = {0};
    convert_inertia(body, J);
    xml_put(c->out, "      <link name=\"%s\">\n        ", body->name);
    pose_of(c->out, &body->at);
    xml_put(c->out, "\n        <inertial><mass>%1</mass><inertia>", &body->m);
    for (int k = 0; k < 6; k++) xml_put(c->out, "<%s>%1</%s>", moment[k], &J[k], moment[k]);
    xml_put(c->out, "</inertia></inertial>\n      </link>\n");
}

/* From a body to another, at a point of the child, about the axes that it has there. */
static void joint(const hol_converting *c, const char *name, const char *type, int parent,
                  int child, const double rho[3], int axes, double axis[][3])
{
    FILE *out = c->out;
    const hol_body *body = c->model->body;
    xml_put(out, "      <joint name=\"%s\" type=\"%s\">\n        <parent>%s</parent>", name, type,
            parent == HOL_GROUND ? "world" : body[parent].name);
    xml_put(out, "<child>%s</child>\n        <pose>%3 0 0 0</pose>\n", body[child].name, rho);
    for (int k = 0; k < axes; k++)
        xml_put(out,
                k ? "        <axis2><xyz>%3</xyz></axis2>\n"
                  : "        <axis><xyz>%3</xyz></axis>\n",
                axis[k]);
    xml_put(out, "      </joint>\n");
}

static bool is_planar(const hol_model *model, int body)
{
    return model->body[body].shape == HOL_PLANAR;
}

static bool has_joint(const hol_model *model, int body)
{
    for (int k = 0; k < model->joints; k++)
        for (int e = 0; e < 2; e++)
            if (model->joint[k].point[e].body == body) return true;
    return false;
}

/* The axis of the body before, in the axes of the child at the start. */
static void brought(const hol_model *model, hol_marker axis, int child, double out[3])
{
    double R[9];
    convert_rotation(model, axis.body, R);
    hol_rotate(R, axis.rho, out);
    convert_rotation(model, child, R);
    hol_rotate_back(R, out, out);
}

static void joint_of(const hol_converting *c, const hol_joint *j)
{
    int e = j->point[1].body != HOL_GROUND, child = j->point[e].body, axes = 0;
    double axis[2][3];
    static const double out_of_plane[3] = {0, 0, 1};
    const char *type = j->ball ? "ball" : j->crossed ? "universal" : "fixed";
    if (j->turns || j->slides) type = j->turns ? "continuous" : "prismatic";
    if (j->turns && j->slides) {
        convert_leave(c, "the cylindrical joint '%s'", j->name);
        return;
    }
    if (j->ball && is_planar(c->model, child)) { /* as it turns there */
        type = "continuous";
        memcpy(axis[axes++], out_of_plane, sizeof *axis);
    }
    if (j->crossed) brought(c->model, j->axis[1 - e], child, axis[axes++]);
    if (j->crossed || j->turns || j->slides) memcpy(axis[axes++], j->axis[e].rho, sizeof *axis);
    joint(c, j->name, type, j->point[1 - e].body, child, j->point[e].rho, axes, axis);
}

static void state(const hol_converting *c)
{
    xml_put(c->out, "    <state world_name=\"default\">\n      <model name=\"%s\">\n", c->name);
    for (int b = 0; b < c->model->bodies; b++) {
        const hol_body *body = &c->model->body[b];
        double R[9], omega[3];
        convert_rotation(c->model, b, R);
        hol_rotate(R, body->at.omega, omega);
        xml_put(c->out, "        <link name=\"%s\">", body->name);
        pose_of(c->out, &body->at);
        xml_put(c->out, "<velocity>%3 %3</velocity></link>\n", body->at.v, omega);
    }
    fputs("      </model>\n    </state>\n", c->out);
}

static void write(const hol_converting *c)
{
    static const double centre[3];
    xml_put(c->out,
            "<?xml version=\"1.0\"?>\n<sdf version=\"1.9\">\n  <world name=\"default\">\n"
            "    <gravity>%3</gravity>\n    <model name=\"%s\">\n",
            c->model->g, c->name);
    for (int b = 0; b < c->model->bodies; b++) link_of(c, &c->model->body[b]);
    for (int k = 0; k < c->model->joints; k++) joint_of(c, &c->model->joint[k]);
    for (int b = 0; b < c->model->bodies; b++)
        if (c->model->body[b].fixed)
            joint(c, c->model->body[b].name, "ball", HOL_GROUND, b, centre, 0, NULL);
    for (int b = 0; b < c->model->bodies; b++)
        if (is_planar(c->model, b) && !has_joint(c->model, b))
            convert_leave(c, "that '%s' stays in the plane z = 0", c->model->body[b].name);
    fputs("    </model>\n", c->out);
    state(c);
    fputs("  </world>\n</sdf>\n", c->out);
    convert_leave_out(c, false, false, true);
}

const hol_form hol_form_sdf = {"sdf", "Gazebo, DART", write};
