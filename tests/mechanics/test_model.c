/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model that cannot be right gives no system and a message that names the culprit; the same model
 * without the mistake is realised. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/internal.h"
#include "tests/generic.h"

static const hol_body sound = {.name = "arm",
                               .shape = HOL_RIGID,
                               .m = 1.3,
                               .J = {0.7, 0.9, 1.1},
                               .at = {.r = {0.4, -0.3, 0.2},
                                      .p = {0.5, -0.5, 0.5, 0.5},
                                      .v = {0.3, 0.7, -0.9},
                                      .omega = {1.1, -0.6, 0.8}}};
static const hol_body lamina = {
    .name = "lamina",
    .shape = HOL_PLANAR,
    .m = 1.7,
    .J = {0, 0, 0.6},
    .at = {.r = {0.4, -0.3, 0}, .p = {0.8, 0, 0, 0.6}, .v = {0.3, 0.7, 0}, .omega = {0, 0, 0.8}}};
static const hol_body rod = {.name = "rail",
                             .shape = HOL_ROD,
                             .m = 0.9,
                             .J = {0, 0.3, 0.3},
                             .at = {.r = {0.4, -0.3, 0.9}, .p = {0.8, 0, 0, 0.6}}};

static hol_marker ground(double x, double y, double z)
{
    return hol_point(HOL_GROUND, x, y, z);
}

/* ---------------------------------------------------------------- mistakes */

typedef void mistake(hol_model *m, bool right); /* right: without it */

static void add_resting(hol_model *m)
{
    hol_body b = sound;
    memset(b.at.v, 0, sizeof b.at.v);
    hol_add_body(m, &b);
}

static void with_mass(hol_model *m, double mass, bool right)
{
    hol_body b = sound;
    if (!right) b.m = mass;
    hol_add_body(m, &b);
}

static void zero_mass(hol_model *m, bool right)
{
    with_mass(m, 0, right);
}

static void negative_mass(hol_model *m, bool right)
{
    with_mass(m, -1.3, right);
}

static void nan_mass(hol_model *m, bool right)
{
    with_mass(m, NAN, right);
}

static void infinite_mass(hol_model *m, bool right)
{
    with_mass(m, INFINITY, right);
}

static void with_moment(hol_model *m, const hol_body *from, int axis, double J, bool right)
{
    hol_body b = *from;
    if (!right) b.J[axis] = J;
    hol_add_body(m, &b);
}

static void broken_triangle(hol_model *m, bool right)
{
    with_moment(m, &sound, 2, 0.7 + 0.9 + 1e-6, right);
}

static void negative_moment(hol_model *m, bool right)
{
    with_moment(m, &sound, 1, -0.9, right);
}

static void nan_moment(hol_model *m, bool right)
{
    with_moment(m, &sound, 0, NAN, right);
}

static void infinite_moments(hol_model *m, bool right)
{
    hol_body b = sound;
    for (int k = 0; k < 3 && !right; k++) b.J[k] = INFINITY;
    hol_add_body(m, &b);
}

static void planar_without_moment(hol_model *m, bool right)
{
    with_moment(m, &lamina, 2, 0, right);
}

static void rod_without_moment(hol_model *m, bool right)
{
    with_moment(m, &rod, 1, -0.3, right);
}

static void unknown_body(hol_model *m, bool right)
{
    hol_body b = sound;
    b.at.v[0] = 0;
    hol_add_body(m, &b);
    hol_in_plane(m, "guide", hol_direction(HOL_GROUND, 1, 0, 0), ground(0.4, 0, 0),
                 hol_point(right ? 0 : 3, 0, 0, 0));
}

static void force_on_unknown_body(hol_model *m, bool right)
{
    const double tau[3] = {0.3, 0.7, -0.2};
    hol_add_body(m, &sound);
    hol_torque_space(m, right ? 0 : 5, tau);
}

static void gravity_of_no_number(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_gravity(m, (double[]){0, 0, right ? -9.81 : (double)NAN});
}

static void symmetry_of_no_number(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_symmetry(m, "turning", NULL, (double[]){0, 0, right ? 1 : (double)NAN}, NULL);
}

static void endless_force(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_force_constant(m, hol_point(0, 0.2, 0, 0), (double[]){right ? 1 : (double)INFINITY, 0, 0});
}

static void endless_torque(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_torque_space(m, 0, (double[]){0, right ? 1 : (double)INFINITY, 0});
}

static void endless_body_torque(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_torque_body(m, 0, (double[]){0, right ? 1 : -(double)INFINITY, 0});
}

static void spring_of_no_number(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_spring(m, ground(0, 0, 2), hol_point(0, 0.2, 0, 0), right ? 5 : (double)NAN, 0.3, 0);
}

static void damper_of_no_number(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_spring(m, ground(0, 0, 2), hol_point(0, 0.2, 0, 0), 0, 0, right ? 5 : (double)NAN);
}

static void axis_of_no_number(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_force_of_time(m, hol_point(0, 0.2, 0, 0), (double[]){right ? 1 : (double)NAN, 0, 0},
                      hol_law_read(m, "sin(t)"));
}

static void turning_axis_of_no_number(hol_model *m, bool right)
{
    hol_add_body(m, &sound);
    hol_torque_of_time(m, 0, true, (double[]){right ? 1 : (double)NAN, 0, 0},
                       hol_law_read(m, "sin(t)"));
}

static void no_shape(hol_model *m, bool right)
{
    hol_body b = sound;
    if (!right) b.shape = HOL_SHAPES;
    hol_add_body(m, &b);
}

static void no_bodies(hol_model *m, bool right)
{
    if (right) hol_add_body(m, &sound);
}

static void two_of_one_name(hol_model *m, bool right)
{
    hol_body b = sound;
    hol_add_body(m, &sound);
    if (right) strcpy(b.name, "forearm");
    hol_add_body(m, &b);
}

static void long_quaternion(hol_model *m, bool right)
{
    hol_body b = sound;
    if (!right) b.at.p[2] = 0.6;
    hol_add_body(m, &b);
}

static void nan_start(hol_model *m, bool right)
{
    hol_body b = sound;
    if (!right) b.at.r[1] = NAN;
    hol_add_body(m, &b);
}

static void nan_spin(hol_model *m, bool right)
{
    hol_body b = sound;
    if (!right) b.at.omega[2] = NAN;
    hol_add_body(m, &b);
}

static void moving_fixed_centre(hol_model *m, bool right)
{
    hol_body b = sound;
    b.fixed = true;
    for (int k = 0; k < 3 && right; k++) b.at.v[k] = 0;
    hol_add_body(m, &b);
}

static void open_joint(hol_model *m, bool right)
{
    const double along[3] = {0.6, 0, 0.8};
    add_resting(m);
    hol_coordinate(m, "latch", hol_point(0, 0, 0, 0), along, right ? 0.4 : 0.401);
}

static void opening_joint(hol_model *m, bool right)
{
    hol_body b = sound;
    for (int k = 0; k < 3 && right; k++) b.at.v[k] = 0;
    hol_add_body(m, &b);
    hol_coincide(m, "pivot", ground(0.4, -0.3, 0.2), hol_point(0, 0, 0, 0));
}

static double one_tenth(double t, double *rate)
{
    *rate = 1;
    return 0.1 + t;
}

static void sliding_across(hol_model *m, bool right)
{
    hol_body b = sound;
    if (right) b.at.v[1] = 0.1;
    hol_add_body(m, &b);
    hol_nonholonomic(m, "skate", hol_direction(HOL_GROUND, 0, 1, 0), hol_point(0, 0, 0, 0),
                     one_tenth);
}

static void planar_above_the_plane(hol_model *m, bool right)
{
    hol_body b = lamina;
    if (!right) b.at.r[2] = 0.1;
    hol_add_body(m, &b);
}

static void planar_tilted(hol_model *m, bool right)
{
    hol_body b = lamina;
    if (!right) b.at.p[0] = 0, b.at.p[1] = 0.8;
    hol_add_body(m, &b);
}

static void planar_leaving_the_plane(hol_model *m, bool right)
{
    hol_body b = lamina;
    if (!right) b.at.v[2] = -0.2;
    hol_add_body(m, &b);
}

static void planar_tumbling(hol_model *m, bool right)
{
    hol_body b = lamina;
    if (!right) b.at.omega[0] = 0.3;
    hol_add_body(m, &b);
}

static void no_length(hol_model *m, bool right)
{
    add_resting(m);
    hol_distance(m, "wire", ground(0.4, -0.3, right ? 0.9 : 0.2), hol_point(0, 0, 0, 0),
                 right ? 0.7 : 0);
}

static void point_beside_a_rod(hol_model *m, bool right)
{
    hol_add_body(m, &rod);
    double side = right ? 0 : 0.2;
    hol_distance(m, "wire", ground(0.4, -0.3, 0.2), hol_point(0, 0, side, 0), 0.7);
}

static void joined_to_itself(hol_model *m, bool right)
{
    add_resting(m);
    hol_coincide(m, "ball", right ? ground(0.4, -0.3, 0.2) : hol_point(0, 0, 0, 0),
                 hol_point(0, 0, 0, 0));
}

static void ground_to_ground(hol_model *m, bool right)
{
    const double up[3] = {0, 0, 1};
    add_resting(m);
    hol_coordinate(m, "height", right ? hol_point(0, 0, 0, 0) : ground(0, 0, 0.2), up, 0.2);
}

static void rolling_ground(hol_model *m, bool right)
{
    add_resting(m);
    hol_nonholonomic(m, "skate", hol_direction(HOL_GROUND, 0, 1, 0),
                     right ? hol_point(0, 0, 0, 0) : ground(0, 0, 0), NULL);
}

static void two_joints_of_one_name(hol_model *m, bool right)
{
    const double up[3] = {0, 0, 1}, along[3] = {1, 0, 0};
    add_resting(m);
    hol_coordinate(m, "height", hol_point(0, 0, 0, 0), up, 0.2);
    hol_coordinate(m, right ? "depth" : "height", hol_point(0, 0, 0, 0), along, 0.4);
}

static void no_name(hol_model *m, bool right)
{
    hol_body b = sound;
    if (!right) b.name[0] = '\0';
    hol_add_body(m, &b);
}

static void with_name(hol_model *m, const char *name)
{
    hol_body b = sound;
    memset(b.name, 0, sizeof b.name);
    memcpy(b.name, name, strnlen(name, sizeof b.name));
    hol_add_body(m, &b);
}

static void name_of_two_words(hol_model *m, bool right)
{
    with_name(m, right ? "an_arm" : "an arm");
}

static void endless_name(hol_model *m, bool right)
{
    static const char name[] = "an-arm-of-thirty-two-characters-";
    with_name(m, right ? name + 1 : name);
}

static void quoted_row(hol_model *m, bool right)
{
    add_resting(m);
    hol_distance(m, right ? "wire" : "\"wire\"", ground(0.4, -0.3, 0.9), hol_point(0, 0, 0, 0),
                 0.7);
}

static void endless_joint(hol_model *m, bool right)
{
    static const char name[] = "a-hinge-of-thirty-two-characters";
    hol_body b = {.name = "door", .shape = HOL_RIGID, .m = 1, .J = {1, 1, 1}, .at.p = {1}};
    hol_marker axis = hol_direction(HOL_GROUND, 0, 0, 1);
    int door = hol_add_body(m, &b);
    hol_revolute(m, right ? name + 1 : name, ground(0, 0, 0), hol_point(door, 0, 0, 0), axis,
                 hol_direction(door, 0, 0, 1));
}

static void named_ground(hol_model *m, bool right)
{
    hol_body b = sound;
    if (!right) strcpy(b.name, "ground");
    hol_add_body(m, &b);
}

static void endless_wire(hol_model *m, bool right)
{
    add_resting(m);
    hol_distance(m, "wire", ground(0.4, -0.3, 0.9), hol_point(0, 0, 0, 0),
                 right ? 0.7 : (double)INFINITY);
}

static const struct {
    mistake *make;
    const char *what, *culprit, *says;
} table[] = {
    {zero_mass, "a body without mass", "arm", "mass"},
    {negative_mass, "a negative mass", "arm", "mass"},
    {nan_mass, "a mass that is no number", "arm", "mass"},
    {infinite_mass, "an infinite mass", "arm", "mass"},
    {broken_triangle, "moments that break the triangle inequality", "arm", "moments"},
    {negative_moment, "a negative moment", "arm", "moments"},
    {nan_moment, "a moment that is no number", "arm", "moments"},
    {infinite_moments, "infinite moments", "arm", "moments"},
    {planar_without_moment, "a planar body without moment", "lamina", "J"},
    {rod_without_moment, "a rod with a negative moment", "rail", "J"},
    {unknown_body, "a joint on an unknown body", "guide", "3"},
    {force_on_unknown_body, "a torque on an unknown body", "torque", "5"},
    {gravity_of_no_number, "gravity that is no number", "gravity", "finite"},
    {symmetry_of_no_number, "a symmetry that is no number", "symmetry", "finite"},
    {endless_force, "an infinite force", "constant force", "finite"},
    {endless_torque, "an infinite torque in space", "torque in space axes", "finite"},
    {endless_body_torque, "an infinite torque in the body", "torque in body axes", "finite"},
    {spring_of_no_number, "a stiffness that is no number", "spring: stiffness", "finite"},
    {damper_of_no_number, "a damping that is no number", "spring: stiffness", "finite"},
    {axis_of_no_number, "an axis of a force that is no number", "force of time", "finite"},
    {turning_axis_of_no_number, "an axis of a torque that is no number", "torque of time",
     "finite"},
    {no_shape, "a body of no shape", "arm", "4 is no shape: rigid, point, rod, planar (0 to 3)"},
    {no_bodies, "no bodies at all", "model", "no bodies"},
    {two_of_one_name, "two bodies of one name", "arm", "two bodies"},
    {long_quaternion, "Euler parameters of another norm", "arm", "norm"},
    {nan_start, "a position that is no number", "arm", "finite"},
    {nan_spin, "an angular velocity that is no number", "arm", "finite"},
    {moving_fixed_centre, "a fixed centre that moves", "arm", "fixed"},
    {open_joint, "a start off a joint", "latch", "Phi"},
    {opening_joint, "a velocity across a joint", "pivot", "rate"},
    {sliding_across, "a velocity against a nonholonomic row", "skate", "nonholonomic"},
    {planar_above_the_plane, "a planar body above the plane", "lamina", "plane"},
    {planar_tilted, "a tilted planar body", "lamina", "plane"},
    {planar_leaving_the_plane, "a planar body leaving the plane", "lamina", "plane"},
    {planar_tumbling, "a planar body that tumbles", "lamina", "plane"},
    {no_length, "a distance of no length", "wire", "length"},
    {endless_wire, "a distance without end", "wire", "length"},
    {joined_to_itself, "a joint of a body with itself", "ball", "itself"},
    {ground_to_ground, "a joint of ground with ground", "height", "itself"},
    {rolling_ground, "a nonholonomic row of ground", "skate", "itself"},
    {two_joints_of_one_name, "two joints of one name", "height", "two constraint rows"},
    {no_name, "a body without a name", "number 0", "no name"},
    {name_of_two_words, "a body's name with a blank", "an arm", "no blank"},
    {endless_name, "a body's name without its end", "thirty-two-characters-", "31 characters"},
    {quoted_row, "a row's name in quotes", "\"wire\"", "quote"},
    {endless_joint, "a joint's name of 32 characters", "a-hinge-of", "31 characters"},
    {named_ground, "a body named ground", "number 0", "ground"},
    {point_beside_a_rod, "a point beside a rod's axis", "wire", "rail"},
};
enum { MISTAKES = sizeof table / sizeof *table };

/* The mistake gives no system in any formulation, and its message names the culprit; nor is it the
 * formulation's fault.  Without the mistake there is a system. */
START_TEST(a_mistake_is_named_and_gives_no_system)
{
    for (int f = 0; f < HOL_FORMULATIONS; f++)
        for (int right = 0; right < 2; right++) {
            hol_model *model = hol_model_new();
            hol_message why = {""};
            bool unfit;
            table[_i].make(model, right);
            hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_at(f), &unfit, &why));
            const char *name = hol_formulation_name(hol_formulation_at(f));
            if (right) {
                ck_assert_msg(sys || unfit, "%s put right, %s: %s", table[_i].what, name, why.text);
            } else {
                ck_assert_msg(!sys, "%s, %s: a system was made", table[_i].what, name);
                ck_assert_msg(unfit || (strstr(why.text, table[_i].culprit) &&
                                        strstr(why.text, table[_i].says)),
                              "%s, %s: the message '%s' does not name '%s' and say '%s'",
                              table[_i].what, name, why.text, table[_i].culprit, table[_i].says);
            }
            hol_eval_free(sys);
            hol_model_free(model);
        }
}
END_TEST

START_TEST(a_rod_has_no_place_in_euler_and_lie)
{
    hol_model *model = hol_model_new();
    hol_message why = {""};
    bool unfit = false;
    hol_add_body(model, &sound);
    hol_add_body(model, &rod);
    const hol_formulation *f = hol_formulation_named(_i ? "lie" : "euler");
    ck_assert(!hol_realise(model, f, &unfit, &why));
    ck_assert_msg(unfit && strstr(why.text, "rail") && strstr(why.text, hol_formulation_name(f)),
                  "unfit is %d, the message '%s'", unfit, why.text);
    hol_eval *sys =
        hol_eval_take(hol_realise(model, hol_formulation_named("natural"), &unfit, &why));
    ck_assert(sys && !unfit);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

START_TEST(a_message_is_not_required)
{
    hol_model *model = hol_model_new();
    ck_assert(!hol_realise(model, hol_formulation_at(0), NULL, NULL));
    hol_model_free(model);
}
END_TEST

START_TEST(all_mistakes_are_reported_at_once_and_never_overflow)
{
    hol_model *model = hol_model_new();
    hol_message why = {""};
    hol_body b = sound;
    b.m = -1;
    hol_add_body(model, &b);
    strcpy(b.name, "forearm");
    for (int k = 0; k < 40; k++) hol_add_body(model, &b);
    ck_assert(!hol_realise(model, hol_formulation_at(0), NULL, &why));
    ck_assert_msg(strstr(why.text, "'arm'") && strstr(why.text, "'forearm'"), "%s", why.text);
    ck_assert_uint_lt(strlen(why.text), sizeof why.text);
    hol_model_free(model);
}
END_TEST

/* The counts alone are planted: what a refused model has of bodies and rows is not read. */
START_TEST(sizes_that_overflow_are_refused)
{
    static const int count[][2] = {{INT_MAX / 200 + INT_MAX / 10000, 0}, {1, INT_MAX / 40}};
    hol_model *model = hol_model_new();
    hol_add_body(model, &sound);
    int rows = model->rows;
    for (int k = 0; k < 2; k++) {
        hol_message why = {""};
        model->bodies = count[k][0], model->rows = count[k][1];
        ck_assert(!hol_realise(model, hol_formulation_at(0), NULL, &why));
        ck_assert_msg(strstr(why.text, "can be counted"), "%s", why.text);
    }
    model->bodies = 1, model->rows = rows;
    hol_eval *sys = hol_eval_take(hol_realise(model, hol_formulation_at(0), NULL, NULL));
    ck_assert(sys);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

START_TEST(an_unknown_formulation_has_no_name)
{
    ck_assert(!hol_formulation_named("nature"));
    ck_assert(!hol_formulation_at(HOL_FORMULATIONS) && !hol_formulation_at(-1));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model");
    TCase *tcase = tcase_create("model");
    tcase_add_loop_test(tcase, a_mistake_is_named_and_gives_no_system, 0, MISTAKES);
    tcase_add_loop_test(tcase, a_rod_has_no_place_in_euler_and_lie, 0, 2);
    tcase_add_test(tcase, a_message_is_not_required);
    tcase_add_test(tcase, all_mistakes_are_reported_at_once_and_never_overflow);
    tcase_add_test(tcase, sizes_that_overflow_are_refused);
    tcase_add_test(tcase, an_unknown_formulation_has_no_name);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
