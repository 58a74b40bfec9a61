/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MJCF, the form of MuJoCo: bodies within the bodies that carry them, their frames the principal
 * axes at the mass centre; what closes loops as equalities; the velocities of the start as a
 * keyframe.  (MuJoCo's documentation, XML reference.) */
#include <string.h>

#include "harness/study/convert_of.h"

typedef struct {
    const hol_converting *c;
    int deep;
    bool rated; /* a rate of the start is written */
} writing;

static void indent(const writing *w)
{
    fprintf(w->c->out, "%*s", 2 * w->deep, "");
}

/* ---------------------------------------------------------------- sites */

/* The point at which end e of the k-th distance or spring is, as a site of its body. */
static void site(const writing *w, const char *kind, int k, int e, const double rho[3])
{
    indent(w);
    fprintf(w->c->out, "<site name=\"%s%d.%d\"", kind, k + 1, e + 1);
    xml_vector(w->c->out, "pos", 3, rho);
    fputs("/>\n", w->c->out);
}

static void sites_of(const writing *w, int body)
{
    const char *name;
    const hol_force *spring;
    hol_marker end[2];
    for (int k = 0; convert_distance(w->c->model, k, &name, end); k++)
        for (int e = 0; e < 2; e++)
            if (end[e].body == body) site(w, "distance", k, e, end[e].rho);
    for (int k = 0; (spring = convert_spring(w->c->model, k)); k++)
        for (int e = 0; e < 2; e++)
            if (spring->body[e] == body) site(w, "spring", k, e, spring->par + 3 * e);
}

/* ---------------------------------------------------------------- the tree */

static bool is_free(const hol_limb *limb)
{
    return limb->ball && limb->slides == 3;
}

static void joints_of(const writing *w, const hol_limb *limb)
{
    FILE *out = w->c->out;
    hol_freedom of[HOL_LIMB_MOST];
    int n = is_free(limb) ? 0 : convert_freedoms(w->c, limb, of);
    const char *name = limb->joint ? limb->joint : w->c->model->body[limb->body].name;
    for (int k = 0; k < n + limb->ball; k++) {
        bool ball = k == n;
        indent(w);
        fputs(is_free(limb) ? "<freejoint name=\"" : "<joint name=\"", out);
        xml_name(out, name);
        if (n + limb->ball > 1) fprintf(out, ".%d", k + 1);
        putc('"', out);
        if (!is_free(limb)) {
            fprintf(out, " type=\"%s\"", ball ? "ball" : of[k].turns ? "hinge" : "slide");
            xml_vector(out, "pos", 3, limb->rho);
            if (!ball) xml_vector(out, "axis", 3, of[k].axis);
        }
        fputs("/>\n", out);
    }
}

static void body_of(writing *w, int i)
{
    const hol_limb *limb = &w->c->limb[i];
    const hol_model *model = w->c->model;
    const hol_body *body = &model->body[limb->body];
    FILE *out = w->c->out;
    int before = convert_parent(w->c, limb);
    double from[3], at[3], R[9], p[4], J[3];
    convert_centre(model, before, from);
    convert_relative(model, before, from, limb->body, body->at.r, at, R);
    hol_matrix_to_quaternion(R, p);
    convert_inertia(body, J);
    indent(w);
    fputs("<body", out);
    xml_text(out, "name", body->name);
    xml_vector(out, "pos", 3, at);
    xml_vector(out, "quat", 4, p);
    fputs(">\n", out);
    w->deep++;
    joints_of(w, limb);
    indent(w);
    fputs("<inertial pos=\"0 0 0\"", out);
    xml_vector(out, "mass", 1, &body->m);
    xml_vector(out, "diaginertia", 3, J);
    fputs("/>\n", out);
    sites_of(w, limb->body);
    for (int k = i + 1; k < w->c->limbs; k++)
        if (w->c->limb[k].parent == i) body_of(w, k);
    w->deep--;
    indent(w);
    fputs("</body>\n", out);
}

/* ---------------------------------------------------------------- loops */

static void connect(const writing *w, const hol_joint *j, const double along[3], double length)
{
    int e = j->point[0].body == HOL_GROUND;
    double anchor[3];
    for (int k = 0; k < 3; k++) anchor[k] = j->point[e].rho[k] + length * along[k];
    indent(w);
    fputs("<connect", w->c->out);
    xml_text(w->c->out, "body1", w->c->model->body[j->point[e].body].name);
    if (j->point[1 - e].body != HOL_GROUND)
        xml_text(w->c->out, "body2", w->c->model->body[j->point[1 - e].body].name);
    xml_vector(w->c->out, "anchor", 3, anchor);
    fputs("/>\n", w->c->out);
}

/* Two points of the axis that coincide make a hinge. */
static void close_loop(const writing *w, const hol_joint *j)
{
    static const double none[3];
    int e = j->point[0].body == HOL_GROUND;
    const double *axis = j->axis[e].rho;
    if (j->ball || (j->turns && !j->slides)) {
        connect(w, j, none, 0);
        if (!j->ball) connect(w, j, axis, 1);
    } else if (!j->turns && !j->slides && !j->crossed) {
        indent(w);
        fputs("<weld", w->c->out);
        xml_text(w->c->out, "body1", w->c->model->body[j->point[e].body].name);
        if (j->point[1 - e].body != HOL_GROUND)
            xml_text(w->c->out, "body2", w->c->model->body[j->point[1 - e].body].name);
        fputs("/>\n", w->c->out);
    } else
        convert_leave(w->c, "the %s '%s', which closes a loop",
                      hol_connection_word(hol_kind_of_joint(j)), j->name);
}

static void equalities(writing *w)
{
    const char *name;
    hol_marker end[2];
    fputs("  <equality>\n", w->c->out);
    w->deep = 2;
    for (int k = 0; k < w->c->model->joints; k++)
        if (!w->c->taken || !w->c->taken[k + 1]) close_loop(w, &w->c->model->joint[k]);
    for (int k = 0; convert_distance(w->c->model, k, &name, end); k++) {
        fputs("    <tendon", w->c->out);
        xml_text(w->c->out, "tendon1", name);
        fputs("/>\n", w->c->out);
    }
    fputs("  </equality>\n", w->c->out);
}

/* Between the sites of its ends. */
static void tendon(const writing *w, const char *kind, int k, const hol_force *spring,
                   const char *name)
{
    FILE *out = w->c->out;
    fputs("    <spatial", out);
    if (name) xml_text(out, "name", name);
    if (spring) {
        xml_vector(out, "stiffness", 1, spring->par + 6);
        xml_vector(out, "springlength", 1, spring->par + 7);
        xml_vector(out, "damping", 1, spring->par + 8);
    }
    fprintf(out, "><site site=\"%s%d.1\"/><site site=\"%s%d.2\"/></spatial>\n", kind, k + 1, kind,
            k + 1);
}

static void tendons(const writing *w)
{
    const char *name;
    const hol_force *spring;
    hol_marker end[2];
    if (!convert_distance(w->c->model, 0, &name, end) && !convert_spring(w->c->model, 0)) return;
    fputs("  <tendon>\n", w->c->out);
    for (int k = 0; convert_distance(w->c->model, k, &name, end); k++)
        tendon(w, "distance", k, NULL, name);
    for (int k = 0; (spring = convert_spring(w->c->model, k)); k++)
        tendon(w, "spring", k, spring, NULL);
    fputs("  </tendon>\n", w->c->out);
}

/* ---------------------------------------------------------------- the start */

static void rates(writing *w, int count, const double x[])
{
    if (count && w->rated) putc(' ', w->c->out);
    xml_numbers(w->c->out, count, x);
    w->rated = w->rated || count;
}

/* Depth first, as MuJoCo numbers its bodies. */
static void rates_of(writing *w, int i)
{
    const hol_limb *limb = &w->c->limb[i];
    hol_freedom of[HOL_LIMB_MOST];
    double omega[3];
    int n = convert_freedoms(w->c, limb, of);
    for (int k = 0; k < n; k++) rates(w, 1, &of[k].rate);
    convert_spin(w->c, limb, omega);
    rates(w, limb->ball ? 3 : 0, omega);
    for (int k = i + 1; k < w->c->limbs; k++)
        if (w->c->limb[k].parent == i) rates_of(w, k);
}

static void write(const hol_converting *c)
{
    writing w = {c, 2, false};
    fputs("<mujoco", c->out);
    xml_text(c->out, "model", c->name);
    fputs(">\n  <compiler angle=\"radian\"/>\n  <option", c->out);
    xml_vector(c->out, "gravity", 3, c->model->g);
    xml_vector(c->out, "timestep", 1, &c->step);
    fputs("/>\n  <worldbody>\n", c->out);
    sites_of(&w, HOL_GROUND);
    for (int i = 0; i < c->limbs; i++)
        if (c->limb[i].parent < 0) body_of(&w, i);
    fputs("  </worldbody>\n", c->out);
    tendons(&w);
    equalities(&w);
    fputs("  <keyframe>\n    <key name=\"start\" qvel=\"", c->out);
    for (int i = 0; i < c->limbs; i++)
        if (c->limb[i].parent < 0) rates_of(&w, i);
    fputs("\"/>\n  </keyframe>\n</mujoco>\n", c->out);
    convert_leave_out(c, true, true, true);
}

const hol_form hol_form_mjcf = {"mjcf", "MuJoCo", write};
