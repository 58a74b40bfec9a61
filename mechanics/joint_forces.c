/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs, dampers and motors along the coordinate of a joint: see joint_forces.h. */
#include "mechanics/joint_forces.h"

#include <math.h>
#include <string.h>

#include "holonomy/so3.h"
#include "mechanics/joint_start.h"
#include "mechanics/motor_energy.h"

/* ---------------------------------------------------------------- the coordinates */
/* par = n (3), and of an angle a_i, a_j, of a length the points of i and j (3 each); then the
 * stiffness and the damping of a spring. */
enum { AXIS = 0, FIRST = 3, SECOND = 6, STIFFNESS = 9, DAMPING = 10 };

typedef struct {
    double (*at)(const double par[], const hol_frame frame[2], double *rate);
    void (*push)(const double par[], const hol_frame frame[2], double Q, hol_wrench w[2]);
    double (*way)(double from, double to); /* between near values */
    void (*take)(const hol_joint *joint, double rest, double par[]);
} coordinate;

/* R rho and its rate. */
static void turned(const hol_frame *frame, const double rho[3], double x[3], double x1[3])
{
    hol_rotate(frame->R, rho, x);
    hol_cross(frame->omega, x, x1);
}

static void add_outer(const double x[3], const double y[3], double factor, double D[9])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) D[3 * i + j] += factor * x[i] * y[j];
}

static double angle_at(const double par[], const hol_frame frame[2], double *rate)
{
    double across[3], a[3], a1[3], b[3], b1[3], x[3], x1[3];
    hol_cross(par + AXIS, par + FIRST, across);
    turned(&frame[0], par + FIRST, a, a1);
    turned(&frame[0], across, b, b1);
    turned(&frame[1], par + SECOND, x, x1);
    double c = hol_dot3(a, x), s = hol_dot3(b, x);
    double c1 = hol_dot3(a1, x) + hol_dot3(a, x1), s1 = hol_dot3(b1, x) + hol_dot3(b, x1);
    *rate = (c * s1 - s * c1) / (c * c + s * s);
    return atan2(s, c);
}

/* d(angle) = (c ds - s dc) / (c^2 + s^2) */
static void push_angle(const double par[], const hol_frame frame[2], double Q, hol_wrench w[2])
{
    double across[3], a[3], b[3], x[3];
    hol_cross(par + AXIS, par + FIRST, across);
    hol_rotate(frame[0].R, par + FIRST, a);
    hol_rotate(frame[0].R, across, b);
    hol_rotate(frame[1].R, par + SECOND, x);
    double c = hol_dot3(a, x), s = hol_dot3(b, x), P = Q / (c * c + s * s);
    add_outer(x, across, P * c, w[0].D);
    add_outer(x, par + FIRST, -P * s, w[0].D);
    add_outer(b, par + SECOND, P * c, w[1].D);
    add_outer(a, par + SECOND, -P * s, w[1].D);
}

static double angle_way(double from, double to)
{
    return remainder(to - from, 2 * acos(-1));
}

/* Counted from the rest angle. */
static void take_angle(const hol_joint *joint, double rest, double par[])
{
    double b[3];
    const double *a = joint->across[0];
    hol_cross(joint->axis[0].rho, a, b);
    memcpy(par + AXIS, joint->axis[0].rho, sizeof b);
    for (int k = 0; k < 3; k++) par[FIRST + k] = cos(rest) * a[k] + sin(rest) * b[k];
    memcpy(par + SECOND, joint->across[1], sizeof b);
}

static void between(const double par[], const hol_frame frame[2], double d[3], double d1[3])
{
    double arm[2][3], rate[2][3];
    for (int e = 0; e < 2; e++) turned(&frame[e], par + (e ? SECOND : FIRST), arm[e], rate[e]);
    for (int k = 0; k < 3; k++) {
        d[k] = frame[1].r[k] + arm[1][k] - frame[0].r[k] - arm[0][k];
        d1[k] = frame[1].v[k] + rate[1][k] - frame[0].v[k] - rate[0][k];
    }
}

static double length_at(const double par[], const hol_frame frame[2], double *rate)
{
    double n[3], n1[3], d[3], d1[3];
    turned(&frame[0], par + AXIS, n, n1);
    between(par, frame, d, d1);
    *rate = hol_dot3(n1, d) + hol_dot3(n, d1);
    return hol_dot3(n, d);
}

static void push_length(const double par[], const hol_frame frame[2], double Q, hol_wrench w[2])
{
    double n[3], n1[3], d[3], d1[3];
    turned(&frame[0], par + AXIS, n, n1);
    between(par, frame, d, d1);
    add_outer(d, par + AXIS, Q, w[0].D);
    for (int e = 0; e < 2; e++) {
        double part = e ? Q : -Q;
        for (int k = 0; k < 3; k++) w[e].F[k] += part * n[k];
        add_outer(n, par + (e ? SECOND : FIRST), part, w[e].D);
    }
}

static double length_way(double from, double to)
{
    return to - from;
}

/* Counted from the rest length: the point of i is moved along the axis. */
static void take_length(const hol_joint *joint, double rest, double par[])
{
    const double *n = joint->axis[0].rho;
    memcpy(par + AXIS, n, 3 * sizeof *n);
    for (int k = 0; k < 3; k++) par[FIRST + k] = joint->point[0].rho[k] + rest * n[k];
    memcpy(par + SECOND, joint->point[1].rho, 3 * sizeof *n);
}

static const coordinate along[] = {
    [HOL_ANGLE] = {angle_at, push_angle, angle_way, take_angle},
    [HOL_LENGTH] = {length_at, push_length, length_way, take_length},
};

const char *const hol_motor_name[2][HOL_MOTOR_NAMES] = {
    [HOL_ANGLE] = {"t", "angle", "rate"}, [HOL_LENGTH] = {"t", "length", "rate"}};

/* ---------------------------------------------------------------- springs and dampers */

static const hol_motor_law *law_of(const hol_force *f)
{
    return (const hol_motor_law *)f->law;
}

static double coordinate_of(const hol_force *f, const hol_frame frame[], double *rate)
{
    return along[law_of(f)->of].at(f->par, frame, rate);
}

static void push(const hol_force *f, const hol_frame frame[], double Q, hol_wrench w[])
{
    along[law_of(f)->of].push(f->par, frame, Q, w);
}

static double spring_energy(const hol_force *f, const hol_frame frame[])
{
    double rate, x = coordinate_of(f, frame, &rate);
    return 0.5 * f->par[STIFFNESS] * x * x;
}

static void spring_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    double rate, x = coordinate_of(f, frame, &rate);
    (void)t;
    push(f, frame, -f->par[STIFFNESS] * x, w);
}

static void damper_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    double rate;
    (void)t;
    coordinate_of(f, frame, &rate);
    push(f, frame, -f->par[DAMPING] * rate, w);
}

static const hol_expression *linear_in(hol_terms *T, const char *text, double factor)
{
    static const char *const variable[HOL_MOTOR_NAMES] = {"t", "x", "rate"}, *const name[] = {"k"};
    const hol_scope scope = {.constants = 1,
                             .variables = HOL_MOTOR_NAMES,
                             .constant = name,
                             .variable = variable,
                             .value = &factor};
    hol_expression_fault fault;
    return hol_expression_read(T->memory, text, &scope, &fault);
}

static void spring_series(const hol_force *f, hol_terms *T)
{
    double k = f->par[STIFFNESS];
    hol_terms_motor(T, law_of(f)->of, f->par, linear_in(T, "-k*x", k), k);
}

static void damper_series(const hol_force *f, hol_terms *T)
{
    hol_terms_motor(T, law_of(f)->of, f->par, linear_in(T, "-k*rate", f->par[DAMPING]), 0);
}

#define SPRING(title, coordinate)                                                                  \
    {                                                                                              \
        .force = {.name = title " spring",                                                         \
                  .position_only = true,                                                           \
                  .on_directors = true,                                                            \
                  .energy = spring_energy,                                                         \
                  .wrench = spring_wrench,                                                         \
                  .series = spring_series},                                                        \
        .of = coordinate                                                                           \
    }
#define DAMPER(title, coordinate)                                                                  \
    {                                                                                              \
        .force = {.name = title " damper",                                                         \
                  .on_directors = true,                                                            \
                  .wrench = damper_wrench,                                                         \
                  .series = damper_series},                                                        \
        .of = coordinate                                                                           \
    }
static const hol_motor_law spring[] = {
    [HOL_ANGLE] = SPRING("torsion", HOL_ANGLE), [HOL_LENGTH] = SPRING("axial", HOL_LENGTH)};
static const hol_motor_law damper[] = {
    [HOL_ANGLE] = DAMPER("torsion", HOL_ANGLE), [HOL_LENGTH] = DAMPER("axial", HOL_LENGTH)};

/* The force of a law on a joint that has its coordinate; false after a mistake. */
static bool on_joint(hol_model *model, const char *joint, const hol_motor_law *law, double rest,
                     hol_force *force)
{
    hol_message why;
    const hol_joint *known =
        hol_joint_with(model, joint, law->of == HOL_ANGLE, law->of == HOL_LENGTH, &why);
    *force = (hol_force){.law = &law->force, .count = 2};
    if (!known) return hol_model_mistake(model, "%s: %s", law->force.name, why.text);
    along[law->of].take(known, rest, force->par);
    if (law->of == HOL_ANGLE) model->joint[known - model->joint].counted = true;
    for (int e = 0; e < 2; e++) {
        int b = force->body[e] = known->point[e].body;
        const hol_body *body = hol_body_at(model, b);
        bool axial = body && (body->shape == HOL_ROD || body->shape == HOL_POINT);
        if (!axial || law->of == HOL_LENGTH) continue;
        return hol_model_mistake(model,
                                 "%s: '%s' of the joint '%s' has no angle about its own axis",
                                 law->force.name, body->name, joint);
    }
    return true;
}

void hol_joint_spring(hol_model *model, const char *joint, hol_joint_coordinate of,
                      double stiffness, double rest, double damping)
{
    hol_force force;
    if (!isfinite(stiffness + rest + damping)) {
        hol_model_mistake(model, "%s of the joint '%s': %g, %g, %g are not finite",
                          spring[of].force.name, joint, stiffness, rest, damping);
        return;
    }
    if (!on_joint(model, joint, &spring[of], rest, &force)) return;
    force.par[STIFFNESS] = stiffness;
    force.par[DAMPING] = damping;
    if (stiffness != 0) hol_add_force(model, &force);
    force.law = &damper[of].force;
    if (damping != 0) hol_add_force(model, &force);
}

/* ---------------------------------------------------------------- motors */

static void motor_wrench(const hol_force *f, double t, const hol_frame frame[], hol_wrench w[])
{
    const hol_motor_law *law = law_of(f);
    double rate, x = coordinate_of(f, frame, &rate);
    double torque = law->e
                        ? hol_expression_value(law->e, (const double[HOL_MOTOR_NAMES]){t, x, rate})
                        : law->Q(law->user, t, x, rate);
    push(f, frame, torque, w);
}

/* Of one that depends on nothing: the shorter way between two near angles. */
static double motor_work(const hol_force *f, const hol_frame from[], const hol_frame to[])
{
    double rate, x0 = coordinate_of(f, from, &rate), x1 = coordinate_of(f, to, &rate);
    return law_of(f)->constant * along[law_of(f)->of].way(x0, x1);
}

static double motor_energy(const hol_force *f, const hol_frame frame[])
{
    double rate;
    return hol_table_energy(law_of(f)->e, coordinate_of(f, frame, &rate));
}

static double potential_energy(const hol_force *f, const hol_frame frame[])
{
    double rate, x = coordinate_of(f, frame, &rate);
    return hol_expression_value(law_of(f)->U, (const double[HOL_MOTOR_NAMES]){0, x, 0});
}

static void motor_series(const hol_force *f, hol_terms *T)
{
    hol_terms_motor(T, law_of(f)->of, f->par, law_of(f)->e, 0);
}

typedef struct {
    hol_model *model;
    hol_joint_coordinate of;
    const char *text;
    const hol_expression *e;
    bool is_energy; /* U, in place of Q */
    double (*Q)(const void *user, double t, double x, double rate);
    const void *user;
    hol_expression_fault fault;
    hol_motor_law *law;
    bool depends[HOL_MOTOR_NAMES]; /* e, on t, x, x' */
} law_maker;

/* Q of the expression in the law, which has it or its potential. */
static void take_expression(law_maker *x, hol_motor_law *law, const hol_expression *e)
{
    hol_memory *m = x->model->memory;
    for (int n = 0; n < e->count; n++)
        if (e->of[n].kind == OPERATION_VARIABLE) x->depends[e->of[n].a] = true;
    if (x->is_energy) {
        law->U = e;
        law->force.name = "potential";
        law->force.energy = potential_energy;
        e = hol_expression_slope(m, hol_expression_negative(m, e), 1);
    }
    if (!(law->e = e)) return;
    hol_expression_is_constant(e, &law->constant);
    law->force.position_only = !x->depends[0] && !x->depends[2];
    if (!law->U && law->force.position_only && hol_has_table_energy(e, x->of))
        law->force.energy = motor_energy;
    if (e->smooth) law->force.series = motor_series;
}

static void make_law(void *data)
{
    law_maker *x = data;
    hol_memory *m = x->model->memory;
    const hol_scope scope = {.variables = HOL_MOTOR_NAMES, .variable = hol_motor_name[x->of]};
    const hol_expression *e = NULL;
    if (x->text && !(e = hol_expression_read(m, x->text, &scope, &x->fault))) return;
    if (x->e) e = hol_expression_copy(m, x->e);
    hol_motor_law *law = hol_alloc(m, 1, sizeof *law);
    *law = (hol_motor_law){.force = {.name = "motor",
                                     .on_directors = true,
                                     .wrench = motor_wrench,
                                     .work = motor_work},
                           .of = x->of,
                           .Q = x->Q,
                           .user = x->user,
                           .constant = (double)NAN};
    if (e) take_expression(x, law, e);
    x->law = law;
}

static const hol_motor_law *made(law_maker x)
{
    if (hol_model_make(x.model, make_law, &x, x.text, &x.fault))
        hol_model_take_knots(x.model, x.law->e);
    return x.law;
}

const hol_motor_law *hol_motor_read(hol_model *model, hol_joint_coordinate of,
                                    const char *expression)
{
    return made((law_maker){.model = model, .of = of, .text = expression});
}

const hol_motor_law *hol_motor_of_expression(hol_model *model, hol_joint_coordinate of,
                                             const hol_expression *e)
{
    return made((law_maker){.model = model, .of = of, .e = e});
}

const hol_motor_law *hol_motor_of(hol_model *model, hol_joint_coordinate of,
                                  double (*Q)(const void *user, double t, double x, double rate),
                                  const void *user)
{
    return made((law_maker){.model = model, .of = of, .Q = Q, .user = user});
}

/* The force of a potential that has one; else a mistake, and NULL. */
static const hol_motor_law *made_of_energy(law_maker x)
{
    x.is_energy = true;
    if (!x.text && !x.e) {
        hol_model_mistake(x.model, "potential: there is no expression of its energy");
        return NULL;
    }
    if (!hol_model_make(x.model, make_law, &x, x.text, &x.fault)) return NULL;
    const char *const *name = hol_motor_name[x.of];
    const char *alien = x.depends[0] ? name[0] : x.depends[2] ? name[2] : NULL;
    if (alien)
        hol_model_mistake(x.model, "potential: it depends on '%s', an energy of the %s does not",
                          alien, name[1]);
    else if (!x.law->e)
        hol_model_mistake(x.model,
                          "potential: of the %s there is no derivative: a potential has no tables, "
                          "abs, min or max, and some %d operations at most",
                          name[1], HOL_OPERATIONS_MOST / 3);
    return alien ? NULL : x.law->e ? x.law : NULL;
}

const hol_motor_law *hol_motor_of_energy(hol_model *model, hol_joint_coordinate of,
                                         const hol_expression *U)
{
    return made_of_energy((law_maker){.model = model, .of = of, .e = U});
}

const hol_motor_law *hol_motor_of_potential(hol_model *model, hol_joint_coordinate of,
                                            const char *energy)
{
    return made_of_energy((law_maker){.model = model, .of = of, .text = energy});
}

void hol_motor(hol_model *model, const char *joint, const hol_motor_law *law)
{
    hol_force force;
    if (law && on_joint(model, joint, law, 0, &force)) hol_add_force(model, &force);
}

void hol_motor_about(hol_model *model, hol_marker axis_i, hol_marker cross_i, hol_marker cross_j,
                     const hol_motor_law *law)
{
    const char *what = law ? law->force.name : "";
    if (!law || !hol_check_marker(model, what, axis_i, 0) ||
        !hol_check_marker(model, what, cross_i, 0) || !hol_check_marker(model, what, cross_j, 0))
        return;
    const char *mistake =
        law->of != HOL_ANGLE ? "about an axis there is an angle, no length"
        : axis_i.body != cross_i.body || fabs(hol_dot3(axis_i.rho, cross_i.rho)) > 1e-9
            ? "the direction from which the angle counts is not across the axis, in its body"
        : axis_i.body == cross_j.body ? "it acts between a body and itself"
                                      : NULL;
    if (mistake) {
        hol_model_mistake(model, "%s: %s", what, mistake);
        return;
    }
    hol_force force = {.law = &law->force, .count = 2, .body = {axis_i.body, cross_j.body}};
    memcpy(force.par + AXIS, axis_i.rho, sizeof axis_i.rho);
    memcpy(force.par + FIRST, cross_i.rho, sizeof cross_i.rho);
    memcpy(force.par + SECOND, cross_j.rho, sizeof cross_j.rho);
    hol_add_force(model, &force);
}

void hol_motor_move(hol_model *model, hol_force *f, double (*moved)(void *self, double x),
                    void *self)
{
    if (f->law->wrench != motor_wrench || !law_of(f)->e) return;
    hol_motor_law *law = hol_alloc_copy(model->memory, law_of(f), 1, sizeof *law);
    law->e = hol_expression_moved(model->memory, law->e, moved, self);
    hol_expression_is_constant(law->e, &law->constant);
    f->law = &law->force;
}
