/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models in the forms of other programs, read back by a reader of XML and kinematics of the test's
 * own: masses, mass centres and moments in space, points and axes of the joints, the velocities of
 * the start are those of the model. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/study/convert.h"
#include "holonomy.h"
#include "holonomy/so3.h"
#include "mechanics/internal.h"
#include "tests/harness/xml.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- what was read */

typedef struct { /* in space */
    char name[32];
    double m, r[3], R[9], J[9], v[3], omega[3]; /* R: of the frame of its joints */
    double frame[3];
} body;
enum { BODIES = 40 };
static body found[BODIES];
static int bodies;

static body *body_named(const char *name)
{
    static body world;
    world = (body){.name = "world", .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    for (int b = 0; b < bodies; b++)
        if (!strcmp(found[b].name, name)) return &found[b];
    return !strcmp(name, "world") ? &world : NULL;
}

/* R diag(J) R^T */
static void inertia_in_space(const double R[9], const double J[3], double out[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            out[3 * i + j] = 0;
            for (int k = 0; k < 3; k++) out[3 * i + j] += R[3 * i + k] * J[k] * R[3 * j + k];
        }
}

static void add_turned(const double R[9], const double x[3], double y[3])
{
    double z[3];
    hol_rotate(R, x, z);
    for (int k = 0; k < 3; k++) y[k] += z[k];
}

/* ---------------------------------------------------------------- beside the model */

static void near(double a, double b, double scale, const char *what, const char *name)
{
    ck_assert_msg(fabs(a - b) <= 1e-12 * scale, "%s of '%s': %.17g in place of %.17g", what, name,
                  a, b);
}

static void compare_bodies(const hol_model *model, bool rates)
{
    ck_assert_int_eq(bodies, model->bodies);
    for (int b = 0; b < model->bodies; b++) {
        const hol_body *is = &model->body[b];
        body *of = body_named(is->name);
        double R[9], J[9], omega[3];
        ck_assert_msg(of != NULL, "'%s' is not there", is->name);
        hol_quaternion_to_matrix(is->at.p, R);
        near(of->m, is->m, is->m, "mass", is->name);
        for (int k = 0; k < 3; k++) near(of->r[k], is->at.r[k], 10, "mass centre", is->name);
        inertia_in_space(R, is->J, J);
        for (int k = 0; k < 9 && is->shape == HOL_RIGID; k++)
            near(of->J[k], J[k], 3 * (is->J[0] + is->J[1] + is->J[2]), "inertia", is->name);
        if (is->shape == HOL_PLANAR) near(of->J[8], is->J[2], is->J[2], "inertia", is->name);
        hol_rotate(R, is->at.omega, omega);
        for (int k = 0; k < 3 && rates; k++) {
            near(of->v[k], is->at.v[k], 100, "velocity", is->name);
            if (is->shape != HOL_POINT) near(of->omega[k], omega[k], 100, "spin", is->name);
        }
    }
}

static void in_space(const hol_model *model, const hol_marker *m, double x[3])
{
    double R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const hol_body *b = hol_body_at(model, m->body);
    if (b) hol_quaternion_to_matrix(b->at.p, R);
    hol_rotate(R, m->rho, x);
    for (int k = 0; k < 3 && b; k++) x[k] += m->w * b->at.r[k];
}

static double apart(const double x[3], const double y[3], double sign)
{
    double most = 0;
    for (int k = 0; k < 3; k++) most = fmax(most, fabs(x[k] - sign * y[k]));
    return most;
}

/* A joint of the file by its name, or of a name with ".1", ".2": its point is one of the model's
 * joint, its axis (or NULL) one of that, either way round. */
static void compare_joint(const hol_model *model, const char *name, const double x[3],
                          const double *axis)
{
    hol_marker i, j;
    double p[3], q[3], least = 1;
    for (int k = 0; hol_joined_at(model, k, &i, &j); k++) {
        in_space(model, &i, p);
        in_space(model, &j, q);
        least = fmin(least, fmin(apart(x, p, 1), apart(x, q, 1)));
    }
    for (int b = 0; b < model->bodies; b++)
        if (model->body[b].fixed) least = fmin(least, apart(x, model->body[b].at.r, 1));
    ck_assert_msg(least < 1e-12, "the point of '%s' is that of no joint, by %g", name, least);
    for (int k = 0; k < model->joints && axis; k++) {
        const hol_joint *of = &model->joint[k];
        size_t n = strlen(of->name);
        if (strncmp(of->name, name, n) != 0 || (name[n] && name[n] != '.')) continue;
        double one = 1;
        for (int e = 0; e < 2; e++) {
            in_space(model, &of->axis[e], p);
            one = fmin(one, fmin(apart(axis, p, 1), apart(axis, p, -1)));
        }
        ck_assert_msg(one < 1e-12, "the axis of '%s' is off by %g", name, one);
    }
}

/* ---------------------------------------------------------------- MJCF */

static const double *rate; /* the next number of qvel */

static void mjcf_body(const hol_model *model, int i, const body *up)
{
    double at[3], p[4], Q[9], J[3], anchor[3], v[3], way[3], axis[3];
    body *b = &found[bodies++];
    *b = (body){.m = 0};
    snprintf(b->name, sizeof b->name, "%s", attribute(i, "name"));
    ck_assert(numbers(attribute(i, "pos"), 3, at) == 3 && numbers(attribute(i, "quat"), 4, p) == 4);
    memcpy(b->r, up->r, sizeof b->r);
    add_turned(up->R, at, b->r);
    hol_quaternion_to_matrix(p, Q);
    hol_matrix_multiply3(up->R, Q, b->R);
    int inertial = child_of(i, "inertial");
    ck_assert(numbers(attribute(inertial, "mass"), 1, &b->m) == 1 &&
              numbers(attribute(inertial, "diaginertia"), 3, J) == 3);
    inertia_in_space(b->R, J, b->J);
    memcpy(b->omega, up->omega, sizeof b->omega);
    memcpy(anchor, b->r, sizeof anchor);
    double slide[3] = {0};
    for (int k = i + 1; k < nodes; k++) {
        bool is_free = !strcmp(xml[k].name, "freejoint");
        if (xml[k].up != i || (!is_free && strcmp(xml[k].name, "joint") != 0)) continue;
        const char *type = attribute(k, "type");
        if (!is_free) {
            ck_assert(numbers(attribute(k, "pos"), 3, at) == 3);
            memcpy(anchor, b->r, sizeof anchor);
            add_turned(b->R, at, anchor);
        }
        if (numbers(attribute(k, "axis"), 3, axis) == 3) hol_rotate(b->R, axis, axis);
        bool turns = !strcmp(type, "hinge");
        if (!is_free && strncmp(attribute(k, "name"), b->name, strlen(b->name)) != 0)
            compare_joint(model, attribute(k, "name"), anchor, strcmp(type, "ball") ? axis : NULL);
        if (is_free) add_turned((double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, rate, slide), rate += 3;
        if (is_free || !strcmp(type, "ball"))
            add_turned(b->R, rate, b->omega), rate += 3;
        else {
            for (int n = 0; n < 3; n++) (turns ? b->omega : slide)[n] += *rate * axis[n];
            rate++;
        }
    }
    for (int n = 0; n < 3; n++) v[n] = anchor[n] - up->r[n], at[n] = b->r[n] - anchor[n];
    hol_cross(up->omega, v, way);
    hol_cross(b->omega, at, v);
    for (int n = 0; n < 3; n++) b->v[n] = up->v[n] + way[n] + slide[n] + v[n];
    body self = *b;
    for (int k = i + 1; k < nodes; k++)
        if (xml[k].up == i && !strcmp(xml[k].name, "body")) mjcf_body(model, k, &self);
}

static void read_mjcf(const hol_model *model)
{
    double qvel[400], g[3];
    body world = *body_named("world");
    int key = child_of(child_of(0, "keyframe"), "key"), tree = child_of(0, "worldbody");
    int count = numbers(attribute(key, "qvel"), 400, qvel);
    rate = qvel;
    for (int k = tree + 1; k < nodes; k++)
        if (xml[k].up == tree && !strcmp(xml[k].name, "body")) mjcf_body(model, k, &world);
    ck_assert_int_eq(rate - qvel, count);
    ck_assert(numbers(attribute(child_of(0, "option"), "gravity"), 3, g) == 3);
    ck_assert(apart(g, model->g, 1) == 0);
    for (int k = 0; k < nodes; k++) {
        double x[3], at[3];
        if (strcmp(xml[k].name, "connect") != 0) continue;
        const body *b = body_named(attribute(k, "body1"));
        numbers(attribute(k, "anchor"), 3, at);
        memcpy(x, b->r, sizeof x);
        add_turned(b->R, at, x);
        bool second = k && !strcmp(xml[k - 1].name, "connect") &&
                      !strcmp(attribute(k, "body1"), attribute(k - 1, "body1")) &&
                      !strcmp(attribute(k, "body2"), attribute(k - 1, "body2"));
        if (!second) compare_joint(model, "", x, NULL);
    }
}

/* ---------------------------------------------------------------- URDF */

static void turn(const double a[3], double R[9])
{
    const double x[3] = {a[0], 0, 0}, y[3] = {0, a[1], 0}, z[3] = {0, 0, a[2]};
    double X[9], Y[9];
    hol_so3_exp(x, X);
    hol_so3_exp(y, Y);
    hol_so3_exp(z, R);
    hol_matrix_multiply3(R, Y, R);
    hol_matrix_multiply3(R, X, R);
}

/* Links without mass, between two joints, are places without a body. */
static void read_urdf(const hol_model *model)
{
    static body link[BODIES];
    int links = 0;
    for (int i = 0; i < nodes; i++) {
        double xyz[3], rpy[3], T[9], axis[3];
        if (strcmp(xml[i].name, "joint") != 0) continue;
        const char *from = attribute(child_of(i, "parent"), "link");
        const body *up = body_named("world");
        for (int k = 0; k < links; k++)
            if (!strcmp(link[k].name, from)) up = &link[k];
        body *b = &link[links++];
        memset(b, 0, sizeof *b);
        snprintf(b->name, sizeof b->name, "%s", attribute(child_of(i, "child"), "link"));
        numbers(attribute(child_of(i, "origin"), "xyz"), 3, xyz);
        numbers(attribute(child_of(i, "origin"), "rpy"), 3, rpy);
        turn(rpy, T);
        hol_matrix_multiply3(up->R, T, b->R);
        memcpy(b->frame, up->frame, sizeof xyz);
        add_turned(up->R, xyz, b->frame);
        const char *type = attribute(i, "type");
        bool one = !strcmp(type, "continuous") || !strcmp(type, "prismatic");
        if (!one) continue;
        ck_assert(numbers(attribute(child_of(i, "axis"), "xyz"), 3, axis) == 3);
        hol_rotate(b->R, axis, axis);
        compare_joint(model, attribute(i, "name"), b->frame, axis);
    }
    for (int k = 0; k < links; k++)
        for (int i = 0; i < nodes; i++) {
            int inertial = child_of(i, "inertial");
            double xyz[3], J[3];
            if (strcmp(xml[i].name, "link") || strcmp(attribute(i, "name"), link[k].name) ||
                inertial < 0)
                continue;
            body *b = &found[bodies++];
            *b = link[k];
            numbers(attribute(child_of(inertial, "mass"), "value"), 1, &b->m);
            numbers(attribute(child_of(inertial, "origin"), "xyz"), 3, xyz);
            memcpy(b->r, b->frame, sizeof xyz);
            add_turned(b->R, xyz, b->r);
            int of = child_of(inertial, "inertia");
            J[0] = atof(attribute(of, "ixx"));
            J[1] = atof(attribute(of, "iyy"));
            J[2] = atof(attribute(of, "izz"));
            inertia_in_space(b->R, J, b->J);
        }
}

/* ---------------------------------------------------------------- SDF */

static void read_sdf(const hol_model *model)
{
    for (int i = 0; i < nodes; i++) {
        double x[7], J[3], v[6];
        if (strcmp(xml[i].name, "link") != 0) continue;
        int inertial = child_of(i, "inertial"), pose = child_of(i, "pose");
        ck_assert(numbers(xml[pose].text, 7, x) == 7);
        if (inertial < 0) { /* of the state */
            body *b = body_named(attribute(i, "name"));
            ck_assert(apart(x, b->r, 1) == 0);
            ck_assert(numbers(xml[child_of(i, "velocity")].text, 6, v) == 6);
            memcpy(b->v, v, sizeof b->v);
            memcpy(b->omega, v + 3, sizeof b->omega);
            continue;
        }
        body *b = &found[bodies++];
        *b = (body){.m = atof(xml[child_of(inertial, "mass")].text)};
        snprintf(b->name, sizeof b->name, "%s", attribute(i, "name"));
        memcpy(b->r, x, sizeof b->r);
        hol_quaternion_to_matrix((double[4]){x[6], x[3], x[4], x[5]}, b->R);
        int of = child_of(inertial, "inertia");
        J[0] = atof(xml[child_of(of, "ixx")].text);
        J[1] = atof(xml[child_of(of, "iyy")].text);
        J[2] = atof(xml[child_of(of, "izz")].text);
        inertia_in_space(b->R, J, b->J);
    }
    int joints = 0;
    for (int i = 0; i < nodes; i++) {
        double at[6], x[3], axis[3];
        if (strcmp(xml[i].name, "joint") != 0) continue;
        const body *b = body_named(xml[child_of(i, "child")].text);
        ck_assert(b && numbers(xml[child_of(i, "pose")].text, 6, at) == 6);
        memcpy(x, b->r, sizeof x);
        add_turned(b->R, at, x);
        double other[3] = {0};
        for (int k = 0; k < 2; k++) {
            int of = child_of(i, k ? "axis2" : "axis");
            if (of >= 0) numbers(xml[child_of(of, "xyz")].text, 3, axis);
            if (of >= 0) hol_rotate(b->R, axis, axis);
            if (!k || of >= 0) compare_joint(model, attribute(i, "name"), x, of >= 0 ? axis : NULL);
            if (of >= 0) near(hol_dot3(axis, other), 0, 1, "cross", attribute(i, "name"));
            if (!k && of >= 0) memcpy(other, axis, sizeof other);
        }
        joints++;
    }
    for (int k = 0; k < model->joints; k++)
        if (model->joint[k].turns && model->joint[k].slides) joints++; /* SDF has none */
    ck_assert_int_ge(joints, model->joints);
}

/* ---------------------------------------------------------------- the models */

/* An arm on a ball joint, a rod that turns and slides in it, a disc on a cross at its end, and a
 * body of its own, all of them anywhere. */
static void build(hol_model *m, const double par[])
{
    static const double p[4][4] = {{0.8, 0.3, -0.4, 0.33},
                                   {0.7, 0.5, -0.4, 0.3},
                                   {0.5, 0.5, -0.6, 0.37},
                                   {0.1, 0.7, -0.5, 0.5}};
    static const char *const name[] = {"arm", "rod", "disc", "stone"};
    hol_message why;
    (void)par;
    for (int b = 0; b < 4; b++) {
        hol_body of = {.name = "", .m = 1 + 0.3 * b, .J = {0.3, 0.4, 0.5 + 0.05 * b}};
        double size = 0;
        snprintf(of.name, sizeof of.name, "%s", name[b]);
        for (int k = 0; k < 4; k++) size += p[b][k] * p[b][k];
        for (int k = 0; k < 4; k++) of.at.p[k] = p[b][k] / sqrt(size);
        for (int k = 0; k < 3; k++) {
            of.at.r[k] = 0.5 * b + 0.1 * k;
            of.at.v[k] = 0.3 - 0.2 * b * k;
            of.at.omega[k] = 1.1 * k - 0.7 * b + 0.4;
        }
        hol_add_body(m, &of);
    }
    hol_spherical(m, "ball", hol_point(HOL_GROUND, 0.1, 0, 0.2), hol_point(0, -0.3, 0.1, 0));
    hol_cylindrical(m, "sleeve", hol_point(0, 0.3, 0, 0.1), hol_point(1, -0.2, 0.05, 0),
                    hol_direction(0, 0, 0.6, 0.8), hol_direction(1, 0.8, 0, 0.6));
    hol_universal(m, "cross", hol_point(1, 0.3, 0, 0), hol_point(2, 0, 0.1, 0.2),
                  hol_direction(1, 0, 0.8, 0.6), hol_direction(2, 0.6, 0.8, 0));
    hol_gravity(m, (double[3]){0.3, 0, -9.81});
    ck_assert_msg(hol_assemble(m, NULL, NULL, &why), "%s", why.text);
}

static const hol_problem anywhere = {.name = "anywhere", .build = build, .step = 0.01};

static const char *const problem[] = {"anywhere",
                                      "slider-crank-3d",
                                      "gyrostat",
                                      "quadrangle",
                                      "crank",
                                      "four-bar",
                                      "double-spherical-pendulum",
                                      "rigid-body",
                                      "heavy-top",
                                      "flyball",
                                      "watt",
                                      "cart-pole",
                                      "bricard"};
static const char *const form[] = {"mjcf", "urdf", "sdf"};
enum { PROBLEMS = sizeof problem / sizeof *problem, FORMS = sizeof form / sizeof *form };
static void (*const reader[FORMS])(const hol_model *) = {read_mjcf, read_urdf, read_sdf};

START_TEST(what_is_written_is_the_model)
{
    const hol_problem *p = _i < FORMS ? &anywhere : hol_problem_named(problem[_i / FORMS]);
    int f = _i % FORMS;
    hol_model *model = hol_model_new();
    hol_message why = {""};
    double par[40];
    hol_text text, unsaid;
    hol_option_defaults(p->parameters, par);
    ck_assert_msg(hol_problem_build(p, par, model, &why), "%s", why.text);
    hol_text_begin(&text);
    hol_text_begin(&unsaid);
    ck_assert_str_eq(hol_form_at(f)->name, form[f]);
    bool good = hol_convert(hol_form_at(f), model, p->name, p->step, text.out, unsaid.out, &why);
    char *written = hol_text_end(&text), *left = hol_text_end(&unsaid);
    ck_assert_msg(good, "%s", why.text);
    bodies = 0;
    read_xml(written);
    reader[f](model);
    compare_bodies(model, f != 1);
    ck_assert((strstr(left, "gravity") != NULL) == (f == 1 && hol_norm(3, model->g) > 0));
    free(written);
    free(left);
    hol_model_free(model);
}
END_TEST

START_TEST(names_are_escaped)
{
    hol_model *model = hol_model_new();
    hol_message why;
    hol_text text, unsaid;
    hol_add_body(model, &(hol_body){.name = "a<b>&c", .m = 1, .J = {1, 1, 1}, .at = {.p = {1}}});
    for (int f = 0; f < FORMS; f++) {
        hol_text_begin(&text);
        hol_text_begin(&unsaid);
        ck_assert(hol_convert(hol_form_at(f), model, "m", 0.1, text.out, unsaid.out, &why));
        char *written = hol_text_end(&text), *left = hol_text_end(&unsaid);
        ck_assert(strstr(written, "a&lt;b&gt;&amp;c") && !strstr(written, "a<b"));
        ck_assert_str_eq(left, "");
        free(written);
        free(left);
    }
    hol_model_free(model);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("convert");
    TCase *tcase = tcase_create("convert");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_loop_test(tcase, what_is_written_is_the_model, 0, PROBLEMS * FORMS);
    tcase_add_test(tcase, names_are_escaped);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
