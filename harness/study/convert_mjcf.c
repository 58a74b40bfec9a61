/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MJCF, the form of MuJoCo: bodies within the bodies that carry them, their frames the principal
 * axes at the mass centre; what closes loops as equalities; the velocities of the start as a
 * keyframe.  (MuJoCo's documentation, XML reference.) */

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
    xml_put(w->c->out, "<site name=\"%s%d.%d\" pos=\"%3\"/>\n", kind, k + 1, e + 1, rho);
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
        xml_put(out, is_free(limb) ? "<freejoint name=\"%s" : "<joint name=\"%s", name);
        if (n + limb->ball > 1) xml_put(out, ".%d", k + 1);
        if (!is_free(limb))
            xml_put(out, "\" type=\"%s\" pos=\"%3",
                    ball          ? "ball"
                    : of[k].turns ? "hinge"
                                  : "slide",
                    limb->rho);
        if (!is_free(limb) && !ball) xml_put(out, "\" axis=\"%3", of[k].axis);
        xml_put(out, "\"/>\n");
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
    xml_put(out, "<body name=\"%s\" pos=\"%3\" quat=\"%4\">\n", body->name, at, p);
    w->deep++;
    joints_of(w, limb);
    indent(w);
    xml_put(out, "<inertial pos=\"0 0 0\" mass=\"%1\" diaginertia=\"%3\"/>\n", &body->m, J);
    sites_of(w, limb->body);
    for (int k = i + 1; k < w->c->limbs; k++)
        if (w->c->limb[k].parent == i) body_of(w, k);
    w->deep--;
    indent(w);
    fputs("</body>\n", out);
}

/* ---------------------------------------------------------------- loops */

/* Of the bodies of a joint, the second in space where none is named. */
static void begin_equality(const writing *w, const char *kind, const hol_joint *j)
{
    int e = j->point[0].body == HOL_GROUND, other = j->point[1 - e].body;
    const hol_body *body = w->c->model->body;
    indent(w);
    xml_put(w->c->out, "<%s body1=\"%s\"", kind, body[j->point[e].body].name);
    if (other != HOL_GROUND) xml_put(w->c->out, " body2=\"%s\"", body[other].name);
}

static void connect(const writing *w, const hol_joint *j, const double along[3], double length)
{
    int e = j->point[0].body == HOL_GROUND;
    double anchor[3];
    for (int k = 0; k < 3; k++) anchor[k] = j->point[e].rho[k] + length * along[k];
    begin_equality(w, "connect", j);
    xml_put(w->c->out, " anchor=\"%3\"/>\n", anchor);
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
        begin_equality(w, "weld", j);
        xml_put(w->c->out, "/>\n");
    } else
        convert_leave_loop(w->c, j);
}

static void equalities(writing *w)
{
    const char *name;
    hol_marker end[2];
    fputs("  <equality>\n", w->c->out);
    w->deep = 2;
    for (int k = 0; k < w->c->model->joints; k++)
        if (!w->c->taken || !w->c->taken[k + 1]) close_loop(w, &w->c->model->joint[k]);
    for (int k = 0; convert_distance(w->c->model, k, &name, end); k++)
        xml_put(w->c->out, "    <tendon tendon1=\"%s\"/>\n", name);
    fputs("  </equality>\n", w->c->out);
}

/* Between the sites of its ends. */
static void tendon(const writing *w, const char *kind, int k, const hol_force *spring,
                   const char *name)
{
    FILE *out = w->c->out;
    fputs("    <spatial", out);
    if (name) xml_put(out, " name=\"%s\"", name);
    if (spring)
        xml_put(out, " stiffness=\"%1\" springlength=\"%1\" damping=\"%1\"", spring->par + 6,
                spring->par + 7, spring->par + 8);
    xml_put(out, "><site site=\"%s%d.1\"/><site site=\"%s%d.2\"/></spatial>\n", kind, k + 1, kind,
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
    xml_put(c->out,
            "<mujoco model=\"%s\">\n  <compiler angle=\"radian\"/>\n"
            "  <option gravity=\"%3\" timestep=\"%1\"/>\n  <worldbody>\n",
            c->name, c->model->g, &c->step);
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
