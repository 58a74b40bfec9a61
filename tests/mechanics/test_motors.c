/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs, dampers and motors along the coordinate of a joint: two bodies on a common axis, whose
 * relative motion is that of one mass and of one moment, and closed forms of it in quadruple
 * precision. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "holonomy.h"
#include "holonomy/memory.h"
#include "holonomy/so3.h"
#include "mechanics/series_factors.h"
#include "mechanics/series_quad.h"
#include "tests/mechanics/quad_rig.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- two bodies on an axis */

static const double mass[2] = {1.3, 0.7}, moment[2] = {0.37, 0.21}; /* about the axis */
static const double point[2] = {0.3, -0.2};                         /* of the joint, on the axis */

typedef struct { /* of the joint; and what both share */
    double angle, length, angle_rate, length_rate;
} joint_state;

/* The axis is e3 of both bodies, n in space. */
static void place(const joint_state *s, hol_pose at[2])
{
    const double half = s->angle / 2, spin = 0.9, drift[3] = {0.3, -0.4, 0.2};
    double p[4] = {0.5, -0.1, 0.7, 0.5}, R[9], n[3];
    hol_quaternion_to_matrix(p, R);
    hol_rotate(R, (double[3]){0, 0, 1}, n);
    double c = cos(half), e = sin(half);
    double q[4] = {p[0] * c - p[3] * e, p[1] * c + p[2] * e, p[2] * c - p[1] * e,
                   p[3] * c + p[0] * e};
    memset(at, 0, 2 * sizeof *at);
    memcpy(at[0].p, p, sizeof p);
    memcpy(at[1].p, q, sizeof q);
    at[0].omega[2] = spin;
    at[1].omega[2] = spin + s->angle_rate;
    for (int k = 0; k < 3; k++) {
        at[0].v[k] = drift[k];
        at[1].r[k] = (point[0] + s->length - point[1]) * n[k];
        at[1].v[k] = drift[k] + s->length_rate * n[k];
    }
}

static hol_model *on_an_axis(const joint_state *s)
{
    hol_model *m = hol_model_new();
    hol_pose at[2];
    place(s, at);
    for (int b = 0; b < 2; b++) {
        hol_body body = {
            .name = {b ? 'b' : 'a'}, .m = mass[b], .J = {0.4, 0.4, moment[b]}, .at = at[b]};
        hol_add_body(m, &body);
    }
    hol_cylindrical(m, "rod", hol_point(0, 0, 0, point[0]), hol_point(1, 0, 0, point[1]),
                    hol_direction(0, 0, 0, 1), hol_direction(1, 0, 0, 1));
    return m;
}

static double reduced(const double of[2])
{
    return of[0] * of[1] / (of[0] + of[1]);
}

/* ---------------------------------------------------------------- accelerations */

static double torque(const void *user, double t, double x, double rate)
{
    return *(const double *)user * sin(3 * t) - 0.7 * x * x * x + 0.2 * rate * x;
}

static double force(const void *user, double t, double x, double rate)
{
    return *(const double *)user * exp(-t) * x - 0.4 * rate + 0.3 * rate * rate;
}

static const double two = 2, five = 5;

static void by_text(hol_model *m)
{
    hol_motor(m, "rod", hol_motor_read(m, HOL_ANGLE, "2*sin(3*t) - 0.7*angle^3 + 0.2*rate*angle"));
    hol_motor(m, "rod", hol_motor_read(m, HOL_LENGTH, "5*exp(-t)*length - 0.4*rate + 0.3*rate^2"));
}

static void by_function(hol_model *m)
{
    hol_motor(m, "rod", hol_motor_of(m, HOL_ANGLE, torque, &two));
    hol_motor(m, "rod", hol_motor_of(m, HOL_LENGTH, force, &five));
}

static void of_motors(double t, const joint_state *s, double Q[2])
{
    Q[0] = torque(&two, t, s->angle, s->angle_rate);
    Q[1] = force(&five, t, s->length, s->length_rate);
}

static const double stiffness[2] = {3.7, 11.3}, rest[2] = {0.4, 0.25}, damping[2] = {0.3, 1.1};

static void springs(hol_model *m)
{
    hol_joint_spring(m, "rod", HOL_ANGLE, stiffness[0], rest[0], damping[0]);
    hol_joint_spring(m, "rod", HOL_LENGTH, stiffness[1], rest[1], damping[1]);
}

static void of_springs(double t, const joint_state *s, double Q[2])
{
    (void)t;
    double x = remainder(s->angle - rest[0], 2 * M_PI);
    Q[0] = -stiffness[0] * x - damping[0] * s->angle_rate;
    Q[1] = -stiffness[1] * (s->length - rest[1]) - damping[1] * s->length_rate;
}

static const struct {
    void (*add)(hol_model *);
    void (*Q)(double t, const joint_state *, double Q[2]);
} kind[] = {{by_text, of_motors}, {by_function, of_motors}, {springs, of_springs}};
enum { KINDS = sizeof kind / sizeof *kind };

static const joint_state state[] = {
    {0.3, 0.8, 1.2, -0.7}, {-2.9, 0.1, -0.4, 0.9}, {3.1, -0.6, 2.3, 0.2}, {-1.3, 1.4, 0, 0}};
enum { STATES = sizeof state / sizeof *state };

START_TEST(relative_accelerations_are_those_of_one_mass_and_moment)
{
    const double t = 0.43;
    int k = _i / FORMULATIONS;
    for (int n = 0; n < STATES; n++) {
        hol_model *m = on_an_axis(&state[n]);
        kind[k].add(m);
        hol_eval *sys = realised(m, formulation[_i % FORMULATIONS]);
        double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
        double *a = hol_take(sys->work, sys->nv), *lambda = hol_take(sys->work, sys->nc);
        double Q[2], R[9], axis[3], slide = 0;
        hol_pose rate[2];
        hol_place(sys, NULL, q, v);
        ck_assert_int_eq(hol_acceleration(sys, t, q, v, a, lambda, NULL), HOL_OK);
        hol_poses(sys, q, a, rate); /* the acceleration as a velocity */
        kind[k].Q(t, &state[n], Q);
        hol_quaternion_to_matrix(hol_body_at(m, 0)->at.p, R);
        hol_rotate(R, (double[3]){0, 0, 1}, axis);
        for (int i = 0; i < 3; i++) slide += axis[i] * (rate[1].v[i] - rate[0].v[i]);
        double turn = rate[1].omega[2] - rate[0].omega[2];
        ck_assert_msg(fabs(turn - Q[0] / reduced(moment)) < 1e-12 * (1 + fabs(turn)),
                      "%s, state %d: %.15g rad/s^2, not %.15g", sys->formulation, n, turn,
                      Q[0] / reduced(moment));
        ck_assert_msg(fabs(slide - Q[1] / reduced(mass)) < 1e-12 * (1 + fabs(slide)),
                      "%s, state %d: %.15g m/s^2, not %.15g", sys->formulation, n, slide,
                      Q[1] / reduced(mass));
        hol_eval_free(sys);
        hol_model_free(m);
    }
}
END_TEST

/* ---------------------------------------------------------------- off the joint */

/* Angle and length as the bodies stand, whatever the joint says. */
static void measured(const hol_pose at[2], double x[2])
{
    double R[2][9], e[4][3], d[3];
    for (int b = 0; b < 2; b++) hol_quaternion_to_matrix(at[b].p, R[b]);
    double a[3], b[3];
    hol_across((double[3]){0, 0, 1}, a, b);
    hol_rotate(R[0], a, e[0]);
    hol_rotate(R[0], b, e[1]);
    hol_rotate(R[1], a, e[2]);
    hol_rotate(R[0], (double[3]){0, 0, 1}, e[3]);
    for (int k = 0; k < 3; k++)
        d[k] = at[1].r[k] + point[1] * R[1][3 * k + 2] - at[0].r[k] - point[0] * R[0][3 * k + 2];
    x[0] = atan2(hol_dot3(e[1], e[2]), hol_dot3(e[0], e[2]));
    x[1] = hol_dot3(e[3], d);
}

static void add_angle(hol_model *m)
{
    hol_motor(m, "rod", hol_motor_read(m, HOL_ANGLE, "1.9"));
}

static void add_length(hol_model *m)
{
    hol_motor(m, "rod", hol_motor_read(m, HOL_LENGTH, "1.9"));
}

static void add_torsion(hol_model *m)
{
    hol_joint_spring(m, "rod", HOL_ANGLE, 2.3, -0.7, 0);
}

static void add_axial(hol_model *m)
{
    hol_joint_spring(m, "rod", HOL_LENGTH, 2.3, -0.7, 0);
}

static double constant_energy(double x)
{
    return -1.9 * x;
}

static double spring_energy(double x)
{
    return 0.5 * 2.3 * (x + 0.7) * (x + 0.7);
}

static void add_well(hol_model *m)
{
    hol_motor(m, "rod", hol_motor_of_potential(m, HOL_LENGTH, "-1.7*log(sqrt(9 - length^2))"));
}

static double well_energy(double x)
{
    return -0.85 * log(9 - x * x);
}

static void add_waves(hol_model *m)
{
    hol_motor(m, "rod", hol_motor_of_potential(m, HOL_ANGLE, "1.3*cos(angle - 0.4)"));
}

static double waves_energy(double x)
{
    return 1.3 * cos(x - 0.4);
}

static const struct {
    void (*add)(hol_model *);
    int of;
    double (*U)(double x);
} potential[] = {{add_angle, 0, constant_energy}, {add_length, 1, constant_energy},
                 {add_torsion, 0, spring_energy}, {add_axial, 1, spring_energy},
                 {add_well, 1, well_energy},      {add_waves, 0, waves_energy}};
enum { POTENTIALS = sizeof potential / sizeof *potential };

/* At poses that no joint allows the force is minus the gradient of U(x): along any velocity of
 * rigid bodies its power is -dU/dt, by differences of the fourth order. */
START_TEST(the_force_is_a_gradient_off_the_joint_too)
{
    const double e = 3e-4;
    int k = _i / FORMULATIONS;
    const hol_pose at[2] = {{.r = {0.3, -0.2, 0.5},
                             .p = {0.5, -0.1, 0.7, 0.5},
                             .v = {0.4, 0.9, -0.3},
                             .omega = {1, -2, 0.7}},
                            {.r = {-0.8, 0.4, 0.1},
                             .p = {0.3, 0.1, 0.9, 0.3},
                             .v = {-1, 0.2, 0.6},
                             .omega = {0.3, 1, -1.4}}};
    hol_model *m = on_an_axis(&state[0]);
    potential[k].add(m);
    hol_eval *sys = realised(m, formulation[_i % FORMULATIONS]);
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    double *F = hol_take(sys->work, sys->nv), *dU = hol_take(sys->work, sys->nv);
    double U[5], power = 0;
    hol_pose unit[2];
    memcpy(unit, at, sizeof at);
    for (int b = 0; b < 2; b++) {
        double norm = 0;
        for (int i = 0; i < 4; i++) norm += at[b].p[i] * at[b].p[i];
        for (int i = 0; i < 4; i++) unit[b].p[i] /= sqrt(norm);
    }
    hol_place(sys, unit, q, v);
    hol_applied(sys, 0, q, v, F);
    hol_grad_potential(sys, q, dU);
    for (int i = 0; i < sys->nv; i++) power += v[i] * (F[i] - dU[i]);
    for (int i = 0; i < 5; i++) {
        hol_pose there[2];
        double x[2];
        memcpy(there, unit, sizeof unit);
        for (int b = 0; b < 2; b++) { /* p exp(s omega / 2) */
            double s = (i - 2) * e, w = sqrt(hol_dot3(at[b].omega, at[b].omega));
            double c = cos(s * w / 2), f = sin(s * w / 2) / w, *p = unit[b].p, o[3];
            for (int n = 0; n < 3; n++) {
                o[n] = f * at[b].omega[n];
                there[b].r[n] += s * at[b].v[n];
            }
            there[b].p[0] = p[0] * c - p[1] * o[0] - p[2] * o[1] - p[3] * o[2];
            there[b].p[1] = p[1] * c + p[0] * o[0] + p[2] * o[2] - p[3] * o[1];
            there[b].p[2] = p[2] * c + p[0] * o[1] + p[3] * o[0] - p[1] * o[2];
            there[b].p[3] = p[3] * c + p[0] * o[2] + p[1] * o[1] - p[2] * o[0];
        }
        measured(there, x);
        U[i] = potential[k].U(x[potential[k].of]);
    }
    double wanted = -(8 * (U[3] - U[1]) - (U[4] - U[0])) / (12 * e);
    ck_assert_msg(fabs(power - wanted) < 1e-10, "%s: %.13g W, not %.13g", sys->formulation, power,
                  wanted);
    hol_eval_free(sys);
    hol_model_free(m);
}
END_TEST

/* ---------------------------------------------------------------- closed forms */

/* Angle and length at the time t, which one step reaches from the time `from`. */
static void look(motion *x, double from, double t, double found[2])
{
    hol_quad_pose pose[2];
    hol_quad multiplier[32];
    hol_pose at[2];
    ck_assert_int_eq(hol_quad_motion_go(x->Q, (hol_quad)t - (hol_quad)from, t), HOL_OK);
    hol_quad_motion_look(x->Q, pose, multiplier);
    for (int b = 0; b < 2; b++)
        for (int k = 0; k < 4; k++) {
            if (k < 3) at[b].r[k] = (double)pose[b].r[k];
            at[b].p[k] = (double)pose[b].p[k];
        }
    measured(at, found);
}

/* x = e^{-d t} (A cos w t + B sin w t) about the rest, of m x'' + c x' + k x = 0. */
static double damped(double x0, double v0, double m, double c, double k, double t)
{
    double d = c / (2 * m), w = sqrt(k / m - d * d);
    return exp(-d * t) * (x0 * cos(w * t) + (v0 + d * x0) / w * sin(w * t));
}

START_TEST(springs_with_dampers_swing_as_the_damped_oscillator)
{
    const joint_state s = {0.9, 0.8, 1.2, -0.7};
    hol_model *m = on_an_axis(&s);
    springs(m);
    motion x = motion_of(m);
    for (int n = 1; n <= 60; n++) {
        double t = 0.05 * n, found[2];
        look(&x, 0.05 * (n - 1), t, found);
        double wanted[2] = {rest[0] + damped(s.angle - rest[0], s.angle_rate, reduced(moment),
                                             damping[0], stiffness[0], t),
                            rest[1] + damped(s.length - rest[1], s.length_rate, reduced(mass),
                                             damping[1], stiffness[1], t)};
        for (int k = 0; k < 2; k++)
            ck_assert_msg(fabs(found[k] - wanted[k]) < 1e-13, "t = %g: %d: %.16g, not %.16g", t, k,
                          found[k], wanted[k]);
    }
    motion_end(&x);
}
END_TEST

/* Gradient and potential agree in quadruple precision. */
START_TEST(a_torsion_pendulum_keeps_its_energy_in_quadruple_precision)
{
    hol_model *m = hol_model_new();
    hol_body bar = {
        .name = "bar", .m = 1.3, .J = {0.13, 0.21, 0.2}, .at = {.r = {0.4, 0, 0}, .p = {1}}};
    hol_add_body(m, &bar);
    hol_revolute(m, "pin", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, -0.4, 0, 0),
                 hol_direction(HOL_GROUND, 0, 0.6, 0.8), hol_direction(0, 0, 0.6, 0.8));
    hol_joint_spring(m, "pin", HOL_ANGLE, 7.3, 1.1, 0);
    hol_gravity(m, (double[3]){0, 0, -9.81});
    motion x = motion_of(m);
    ck_assert(x.sys->has & HOL_CONSERVATIVE);
    hol_quad first = hol_quad_motion_energy(x.Q), most = 0;
    for (int n = 0; n < 60; n++) {
        ck_assert_int_eq(hol_quad_motion_go(x.Q, (hol_quad)0.03125, 0.03125 * (n + 1)), HOL_OK);
        hol_quad apart = hol_quad_motion_energy(x.Q) - first;
        if (apart < 0) apart = -apart;
        if (apart > most) most = apart;
    }
    double wanted = 0.5 * 7.3 * 1.1 * 1.1;
    ck_assert_msg(fabs((double)first - wanted) < 1e-14 * wanted, "%.17g J at the start, not %.17g",
                  (double)first, wanted);
    ck_assert_msg((double)most < 1e-28, "%.3g J", (double)most);
    double *q = hol_take(x.sys->work, x.sys->nq), *v = hol_take(x.sys->work, x.sys->nv);
    hol_place(x.sys, NULL, q, v);
    ck_assert(fabs(hol_potential(x.sys, q) - wanted) < 1e-14);
    motion_end(&x);
}
END_TEST

/* mu x'' = 1 + 2 t - 3 x' by text, in closed form; work against kinetic energy is in
 * tests/harness/test_balance. */
START_TEST(a_motor_of_time_and_rate_has_its_closed_form)
{
    const joint_state s = {-0.4, 0.2, 0.3, 0.1};
    hol_model *m = on_an_axis(&s);
    hol_motor(m, "rod", hol_motor_read(m, HOL_LENGTH, "1 + 2*t - 3*rate"));
    hol_motor(m, "rod", hol_motor_read(m, HOL_ANGLE, "-0.8*cos(2*t)"));
    motion x = motion_of(m);
    double mu = reduced(mass), J = reduced(moment), c = 3 / mu;
    /* x' = a + b t + (v0 - a) e^{-c t}, b = 2/3, a = 1/3 - b/c */
    double b = 2.0 / 3, a = 1.0 / 3 - b / c, v0 = s.length_rate;
    for (int n = 1; n <= 40; n++) {
        double t = 0.03125 * n, found[2];
        look(&x, 0.03125 * (n - 1), t, found);
        double length = s.length + a * t + b * t * t / 2 + (v0 - a) / c * (1 - exp(-c * t));
        double angle = s.angle + s.angle_rate * t + 0.2 / J * (cos(2 * t) - 1);
        ck_assert_msg(fabs(found[1] - length) < 1e-14 && fabs(found[0] - angle) < 1e-14,
                      "t = %g: %.16g m and %.16g rad, not %.16g, %.16g", t, found[1], found[0],
                      length, angle);
    }
    motion_end(&x);
}
END_TEST

/* ---------------------------------------------------------------- what a model may not say */

START_TEST(a_potential_is_one_of_the_coordinate_alone)
{
    static const char *const wanted =
        "potential: it depends on 'rate', an energy of the angle does not; potential: it depends "
        "on 't', an energy of the length does not; potential: of the angle there is no derivative: "
        "a potential has no tables, abs, min or max, and some 66 operations at most; '1 + ', place "
        "5: the expression breaks off: a value is missing; potential: about an axis there is an "
        "angle, "
        "no length; potential: the direction from which the angle counts is not across the axis, "
        "in its body; potential: it acts between a body and itself";
    const hol_marker e3 = hol_direction(0, 0, 0, 1), e1 = hol_direction(0, 1, 0, 0);
    hol_message why;
    hol_model *m = on_an_axis(&state[0]);
    ck_assert_ptr_null(hol_motor_of_potential(m, HOL_ANGLE, "angle*rate"));
    ck_assert_ptr_null(hol_motor_of_potential(m, HOL_LENGTH, "t*length"));
    ck_assert_ptr_null(hol_motor_of_potential(m, HOL_ANGLE, "abs(angle)"));
    ck_assert_ptr_null(hol_motor_of_potential(m, HOL_ANGLE, "1 + "));
    hol_motor_about(m, e3, e1, e1, hol_motor_of_potential(m, HOL_LENGTH, "length"));
    hol_motor_about(m, e3, e3, e1, hol_motor_of_potential(m, HOL_ANGLE, "angle"));
    hol_motor_about(m, e3, e1, e1, hol_motor_of_potential(m, HOL_ANGLE, "angle"));
    ck_assert(hol_model_mistakes(m, &why));
    ck_assert_str_eq(why.text, wanted);
    hol_model_free(m);
}
END_TEST

START_TEST(a_motor_must_have_a_joint_with_its_coordinate)
{
    static const char *const wanted =
        "motor: no joint 'rot' with an axis: did you mean 'rod'?; motor: the joint 'hinge' does "
        "not slide: it has an angle, no length; 'angel', place 1: unknown name 'angel': did you "
        "mean 'angle'?; motor: 'c' of the joint 'swivel' has no angle about its own axis";
    hol_message why;
    hol_model *m = on_an_axis(&state[0]);
    hol_body c = {.name = "c", .shape = HOL_ROD, .m = 1, .J = {0, 1, 1}, .at = {.p = {1}}};
    hol_add_body(m, &c);
    hol_revolute(m, "hinge", hol_point(0, 0, 0, 0), hol_point(1, 0, 0, 0),
                 hol_direction(0, 0, 0, 1), hol_direction(1, 0, 0, 1));
    hol_revolute(m, "swivel", hol_point(0, 0, 0, 0), hol_point(2, 0, 0, 0),
                 hol_direction(0, 0, 0, 1), hol_direction(2, 1, 0, 0));
    hol_motor(m, "rot", hol_motor_read(m, HOL_ANGLE, "1"));
    hol_motor(m, "hinge", hol_motor_read(m, HOL_LENGTH, "1"));
    hol_motor(m, "rod", hol_motor_read(m, HOL_ANGLE, "angel"));
    hol_motor(m, "swivel", hol_motor_read(m, HOL_ANGLE, "1"));
    ck_assert(hol_model_mistakes(m, &why));
    ck_assert_str_eq(why.text, wanted);
    hol_model_free(m);
}
END_TEST

/* A wheel on ground by the axis e3, along which its own axis points or, half a turn about e1 from
 * there, against which: its rows hold as well. */
START_TEST(a_force_along_an_angle_asks_for_axes_that_agree)
{
    static const char *const wanted =
        "the axes of the joint 'pin' point against each other in the start, where it has no angle "
        "for a force to act along: turn one of them round";
    const double half = sqrt(0.5), side = _i & 1 ? half : -half;
    const bool forced = _i & 2, opposite = _i == 4;
    hol_message why;
    bool unfit;
    hol_model *m = hol_model_new();
    hol_body wheel = {.name = "wheel", .m = 1, .J = {2, 2, 3}, .at = {.p = {half, side, 0, 0}}};
    if (opposite) wheel.at = (hol_pose){.p = {1}};
    hol_add_body(m, &wheel);
    hol_revolute(m, "pin", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, 0, 0, 0),
                 hol_direction(HOL_GROUND, 0, 0, 1),
                 opposite ? hol_direction(0, 0, 0, -1) : hol_direction(0, 0, 1, 0));
    if (forced || opposite) hol_joint_spring(m, "pin", HOL_ANGLE, 5, 0.3, 0);
    hol_system *R = hol_realise(m, hol_formulation_named("natural"), &unfit, &why);
    if (forced && side < 0)
        ck_assert(!R && !strcmp(why.text, wanted));
    else
        ck_assert_msg(R != NULL, "%s", why.text);
    hol_system_free(R);
    hol_model_free(m);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {relative_accelerations_are_those_of_one_mass_and_moment, KINDS * FORMULATIONS},
        {the_force_is_a_gradient_off_the_joint_too, POTENTIALS * FORMULATIONS},
        {springs_with_dampers_swing_as_the_damped_oscillator, 1},
        {a_torsion_pendulum_keeps_its_energy_in_quadruple_precision, 1},
        {a_motor_of_time_and_rate_has_its_closed_form, 1},
        {a_potential_is_one_of_the_coordinate_alone, 1},
        {a_motor_must_have_a_joint_with_its_coordinate, 1},
        {a_force_along_an_angle_asks_for_axes_that_agree, 5},
    };
    return hol_run_loops("motors", loop, sizeof loop / sizeof *loop);
}
