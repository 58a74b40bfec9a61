/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assembly: where a guess comes to, measured against closed forms and against other places that the
 * joints allow. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mechanics/assembly.h"

static const double closed = 1e-14; /* of the system's length */

/* ---------------------------------------------------------------- places */

/* The end of the crank, and of the two points at l1 from it and l2 from D the upper or lower one.
 */
START_TEST(elbow_up_or_down_is_the_choice_of_the_guess)
{
    const double l[3] = {0.5, 1.5, 1.2}, ground = 1.6, theta = 0.8, side = _i ? -1 : 1;
    const hol_joint_start crank = {.joint = "A", .has_angle = true, .angle = theta};
    four_bar(l, ground, side * 0.8);
    ck_assert_msg(assemble(&crank, 1, NULL, 0), "%s", why.text);
    double bx = l[0] * cos(theta), by = l[0] * sin(theta), dx = ground - bx, dy = -by;
    double d = hypot(dx, dy), along = (d * d + l[1] * l[1] - l[2] * l[2]) / (2 * d);
    double across = side * sqrt(l[1] * l[1] - along * along);
    double x = (along * dx - across * dy) / d, y = (along * dy + across * dx) / d;
    ck_assert_double_eq_tol(angle_of(0), theta, 4e-15);
    ck_assert_double_eq_tol(at(1)->r[0], bx + x / 2, 4e-15);
    ck_assert_double_eq_tol(at(1)->r[1], by + y / 2, 4e-15);
    ck_assert_double_le(done.closure, closed);
    ck_assert_int_eq(done.dependent, 0);
    check_realised();
}
END_TEST

/* Two masses at the wrong distance: each goes along the line in the inverse ratio of the masses. */
START_TEST(the_metric_is_that_of_the_masses)
{
    int a = add_point("light", 1, 0, 0, 0), b = add_point("heavy", 3, 3, 4, 0);
    hol_distance(model, "rod", hol_point(a, 0, 0, 0), hol_point(b, 0, 0, 0), 4);
    ck_assert(assemble(NULL, 0, NULL, 0));
    ck_assert_double_eq_tol(at(a)->r[0], 0.75 * 0.6, 1e-9);
    ck_assert_double_eq_tol(at(a)->r[1], 0.75 * 0.8, 1e-9);
    ck_assert_double_eq_tol(at(b)->r[0], 3 - 0.25 * 0.6, 1e-9);
    ck_assert_double_eq_tol(done.moved, sqrt((0.75 * 0.75 + 3 * 0.25 * 0.25) / 4), 1e-9);
    ck_assert_double_le(done.closure, closed);
}
END_TEST

/* integral |x - x0|^2 dm of a bar of mass and length l between two places */
static double apart(const hol_pose *p, const hol_pose *q, double l)
{
    double dx = p->r[0] - q->r[0], dy = p->r[1] - q->r[1];
    double turn = 2 * atan2(p->p[3], p->p[0]) - 2 * atan2(q->p[3], q->p[0]);
    return l * (dx * dx + dy * dy) + l * l * l / 12 * 2 * (1 - cos(turn));
}

/* The crank held a little before and behind: no other place of the linkage is nearer. */
START_TEST(no_place_along_the_joints_is_nearer)
{
    const double l[3] = {0.5, 1.5, 1.2};
    hol_pose guess[3];
    double least, turned;
    four_bar(l, 1.6, 0.9);
    for (int b = 0; b < 3; b++) guess[b] = *at(b);
    ck_assert(assemble(NULL, 0, NULL, 0));
    least = 0, turned = angle_of(0);
    for (int b = 0; b < 3; b++) least += apart(at(b), &guess[b], l[b]);
    ck_assert_double_eq_tol(done.moved, sqrt(least / 3.2), 1e-12);
    for (int k = -4; k <= 4; k++) {
        double there = 0, aside = k * 0.01;
        const hol_joint_start crank = {.joint = "A", .has_angle = true, .angle = turned + aside};
        ck_assert(assemble(&crank, 1, NULL, 0));
        for (int b = 0; b < 3; b++) there += apart(at(b), &guess[b], l[b]);
        ck_assert_msg(there >= least + (k ? 0.05 * aside * aside : -1e-15),
                      "%g rad aside: %.17g against %.17g", aside, there, least);
    }
}
END_TEST

START_TEST(what_is_held_stays_bit_for_bit)
{
    static const char *const hold[][1] = {{"rocker"}, {"crank.turn"}, {"coupler.y"}};
    const double l[3] = {0.5, 1.5, 1.2};
    hol_pose before[3];
    four_bar(l, 1.6, 0.7);
    if (_i == 0) { /* held where its hinge is closed */
        const hol_joint_start rocker = {.joint = "D", .has_angle = true, .angle = 2};
        ck_assert(assemble(&rocker, 1, NULL, 0));
    }
    for (int b = 0; b < 3; b++) before[b] = *at(b);
    ck_assert_msg(assemble(NULL, 0, hold[_i], 1), "%s", why.text);
    if (_i == 0) ck_assert_mem_eq(at(2), &before[2], sizeof *before);
    if (_i == 1) ck_assert_mem_eq(at(0)->p, before[0].p, sizeof before[0].p);
    if (_i == 2) ck_assert(at(1)->r[1] == before[1].r[1]);
    ck_assert_double_le(done.closure, closed);
    check_realised();
}
END_TEST

/* ---------------------------------------------------------------- joints */

/* A cylindrical joint of skew axes with an angle, a length and their rates: the second body from
 * the formulas of rotation, its velocity from differences of them. */
START_TEST(a_joint_has_the_coordinates_asked_for)
{
    const double n[3] = {2. / 3, 1. / 3, 2. / 3}, theta = 2.5, s = -0.7, h = 1e-5;
    hol_body body = {.name = "arm", .shape = HOL_RIGID, .m = 2, .J = {1, 1.5, 2}, .at = {.p = {1}}};
    int b = hol_add_body(model, &body);
    hol_cylindrical(model, "screw", hol_point(HOL_GROUND, 1, 2, 3), hol_point(b, 0.1, -0.2, 0.3),
                    hol_direction(HOL_GROUND, n[0], n[1], n[2]),
                    hol_direction(b, n[0], n[1], n[2]));
    hol_pose pose[3];
    for (int k = 0; k < 3; k++) {
        const hol_joint_start screw = {"screw", true, true, true, true, theta + (k - 1) * h,
                                       s,       3,    -2};
        ck_assert_msg(assemble(&screw, 1, NULL, 0), "%s", why.text);
        pose[k] = *at(b);
    }
    double u[3] = {theta * n[0], theta * n[1], theta * n[2]}, R[9], arm[3], x[3] = {1, 2, 3};
    hol_so3_exp(u, R); /* parallel frames at the angle 0 */
    hol_rotate(R, (double[3]){0.1, -0.2, 0.3}, arm);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(pose[1].r[k], x[k] + s * n[k] - arm[k], 4e-15);
        ck_assert_double_eq_tol(pose[1].omega[k], 3 * n[k], 1e-13);
        double v = 3 * (pose[2].r[k] - pose[0].r[k]) / (2 * h) - 2 * n[k];
        ck_assert_double_eq_tol(pose[1].v[k], v, 1e-8);
    }
    double p[4];
    hol_matrix_to_quaternion(R, p);
    ck_assert_double_le(hol_quaternion_angle(p, pose[1].p), 4e-15);
}
END_TEST

/* Of unlike axes the angle is counted from the shortest rotation between them: a quarter turn about
 * e2 takes e3 to e1. */
START_TEST(the_angle_of_unlike_axes_starts_at_the_shortest_rotation)
{
    hol_body body = {.name = "arm", .shape = HOL_RIGID, .m = 2, .J = {1, 1.5, 2}, .at = {.p = {1}}};
    const hol_joint_start hinge0 = {.joint = "hinge", .has_angle = true, .angle = _i ? 0.4 : 0};
    int b = hol_add_body(model, &body);
    hol_revolute(model, "hinge", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0),
                 hol_direction(HOL_GROUND, 0, 0, 1), hol_direction(b, 1, 0, 0));
    ck_assert_msg(assemble(&hinge0, 1, NULL, 0), "%s", why.text);
    double half = acos(-1) / 4, a = hinge0.angle / 2, p[4];
    const double back[4] = {cos(half), 0, -sin(half), 0}, turn[4] = {cos(a), 0, 0, sin(a)};
    hol_quaternion_multiply(turn, back, p);
    ck_assert_double_le(hol_quaternion_angle(p, at(b)->p), 4e-15);
}
END_TEST

/* A hinged bar of which a coordinate is held, guessed near and on the other side of the hinge: the
 * other coordinate follows.  How far it has moved counts from the guess. */
START_TEST(what_is_held_stays_beside_an_angle_asked_for)
{
    static const char *const hold[] = {"bar.y"};
    const double y = 0.2;
    const hol_joint_start turned = {.joint = "hinge", .has_angle = true, .angle = asin(y / 0.5)};
    int b = add_bar("bar", 1, _i ? -0.7 : 0.7, y, _i ? 3 : 0.1);
    hinge("hinge", HOL_GROUND, 0, 0, b, -0.5);
    const hol_pose guess = *at(b);
    for (int holds = 1; holds >= 0; holds--) {
        ck_assert_msg(assemble(&turned, 1, hold, holds), "%s", why.text);
        if (holds) ck_assert(at(b)->r[1] == y);
        ck_assert_double_eq_tol(at(b)->r[0], sqrt(0.25 - y * y), 1e-13);
        ck_assert_double_eq_tol(angle_of(b), turned.angle, 1e-13);
        ck_assert_double_eq_tol(done.moved, sqrt(apart(at(b), &guess, 1)), 1e-12);
        ck_assert_double_ge(done.moved, 0.2);
        teardown(), setup();
        b = add_bar("bar", 1, guess.r[0], y, _i ? 3 : 0.1);
        hinge("hinge", HOL_GROUND, 0, 0, b, -0.5);
    }
}
END_TEST

/* A chain of hinges is placed from its angles alone, whatever the guess. */
START_TEST(angles_place_a_whole_chain)
{
    enum { N = 6 };
    char name[N][8], joint[N][8];
    hol_joint_start start[N];
    double x = 0, y = 0, angle = 0;
    for (int k = 0; k < N; k++) {
        sprintf(name[k], "bar%d", k), sprintf(joint[k], "h%d", k);
        int b = add_bar(name[k], 1, 7, -3, 2);
        hinge(joint[k], k ? b - 1 : HOL_GROUND, k ? 0.5 : 0, 0, b, -0.5);
        start[N - 1 - k] =
            (hol_joint_start){.joint = joint[k], .has_angle = true, .angle = 0.3 * k};
    }
    ck_assert_msg(assemble(start, N, NULL, 0), "%s", why.text);
    for (int k = 0; k < N; k++) {
        angle += 0.3 * k;
        ck_assert_double_eq_tol(at(k)->r[0], x + 0.5 * cos(angle), 1e-14);
        ck_assert_double_eq_tol(at(k)->r[1], y + 0.5 * sin(angle), 1e-14);
        x += cos(angle), y += sin(angle);
    }
    ck_assert_double_le(done.closure, closed);
}
END_TEST

/* A ball whose centre is guessed over its leaning plane, in it and beyond: a radius over it, on the
 * side of the normal, moved along that alone. */
START_TEST(a_ball_comes_to_its_side_of_the_plane)
{
    static const double guess[] = {0.2, 0, -0.01, -3}; /* heights [m] */
    const hol_plane plane = {{1, -2, 0.5}, {2, -1, 2}};
    const double n[3] = {2. / 3, -1. / 3, 2. / 3}, radius = 0.07, h = guess[_i];
    hol_body ball = {.name = "ball", .shape = HOL_RIGID, .m = 2, .J = {1, 1, 1}};
    ball.at = (hol_pose){.r = {1.3, -1.6, 0.4}, .p = {0.5, 0.5, -0.5, 0.5}};
    double over = 0;
    for (int k = 0; k < 3; k++) over += n[k] * (ball.at.r[k] - plane.point[k]);
    for (int k = 0; k < 3; k++) ball.at.r[k] += (h - over) * n[k];
    int b = hol_add_body(model, &ball);
    hol_roll_sphere(model, "table", hol_point(b, 0, 0, 0), radius, &plane);
    ck_assert_msg(assemble(NULL, 0, NULL, 0), "%s", why.text);
    for (int k = 0; k < 3; k++)
        ck_assert_double_eq_tol(at(b)->r[k], ball.at.r[k] + (radius - h) * n[k], 1e-9);
    ck_assert_double_le(done.closure, closed);
    check_realised();
}
END_TEST

/* ---------------------------------------------------------------- velocities */

/* Of two masses on a rod the velocities lose their difference along it, in the inverse ratio of the
 * masses: the plastic impact. */
START_TEST(velocities_are_the_nearest_in_kinetic_energy)
{
    hol_body body = {.name = "a", .shape = HOL_POINT, .m = 1, .at = {.v = {2, 1, 0}}};
    int a = hol_add_body(model, &body), b;
    body = (hol_body){.name = "b", .shape = HOL_POINT, .m = 3, .at = {.r = {2, 0, 0}}};
    b = hol_add_body(model, &body);
    hol_distance(model, "rod", hol_point(a, 0, 0, 0), hol_point(b, 0, 0, 0), 2);
    ck_assert(assemble(NULL, 0, NULL, 0));
    ck_assert_double_eq_tol(at(a)->v[0], 0.5, 1e-15);
    ck_assert_double_eq_tol(at(b)->v[0], 0.5, 1e-15);
    ck_assert_double_eq_tol(at(a)->v[1], 1, 1e-15);
}
END_TEST

/* A skate whose spin is held loses its slip at the edge, and that only. */
START_TEST(nonholonomic_rows_hold_too)
{
    static const char *const hold[] = {"skate.turn"};
    hol_body body = {.name = "skate",
                     .shape = HOL_PLANAR,
                     .m = 2,
                     .J = {0, 0, 0.5},
                     .at = {.p = {1}, .v = {1, 0.3, 0}, .omega = {0, 0, 2}}};
    int b = hol_add_body(model, &body);
    hol_nonholonomic(model, "edge", hol_direction(b, 0, 1, 0), hol_point(b, 0.25, 0, 0), NULL);
    ck_assert(assemble(NULL, 0, hold, 1));
    ck_assert_double_eq_tol(at(b)->v[1], -0.5, 1e-15);
    ck_assert(at(b)->v[0] == 1 && at(b)->omega[2] == 2);
    check_realised();
}
END_TEST

/* ---------------------------------------------------------------- redundant rows */

START_TEST(a_door_on_two_hinges_is_closed)
{
    const double axis[3] = {0.28, 0, 0.96};
    hol_body leaf = {.name = "leaf",
                     .shape = HOL_RIGID,
                     .m = 20,
                     .J = {7, 8, 1.5},
                     .at = {.r = {0.4, 0.2, 1.1}, .p = {0.9, 0.1, 0.2, sqrt(0.14)}}};
    int b = hol_add_body(model, &leaf);
    for (int k = 0; k < 2; k++)
        hol_revolute(model, k ? "upper" : "lower",
                     hol_point(HOL_GROUND, 2 * k * axis[0], 0, 2 * k * axis[2]),
                     hol_point(b, -0.5, 0, 2 * k - 1),
                     hol_direction(HOL_GROUND, axis[0], axis[1], axis[2]),
                     hol_direction(b, 0, 0, 1));
    ck_assert_msg(assemble(NULL, 0, NULL, 0), "%s", why.text);
    ck_assert_double_le(done.closure, closed);
    ck_assert_int_eq(done.dependent, 5);
    check_realised();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("assemble");
    TCase *tcase = tcase_create("assemble");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, elbow_up_or_down_is_the_choice_of_the_guess, 0, 2);
    tcase_add_test(tcase, the_metric_is_that_of_the_masses);
    tcase_add_test(tcase, no_place_along_the_joints_is_nearer);
    tcase_add_loop_test(tcase, what_is_held_stays_bit_for_bit, 0, 3);
    tcase_add_test(tcase, a_joint_has_the_coordinates_asked_for);
    tcase_add_loop_test(tcase, the_angle_of_unlike_axes_starts_at_the_shortest_rotation, 0, 2);
    tcase_add_loop_test(tcase, what_is_held_stays_beside_an_angle_asked_for, 0, 2);
    tcase_add_test(tcase, angles_place_a_whole_chain);
    tcase_add_loop_test(tcase, a_ball_comes_to_its_side_of_the_plane, 0, 4);
    tcase_add_test(tcase, velocities_are_the_nearest_in_kinetic_energy);
    tcase_add_test(tcase, nonholonomic_rows_hold_too);
    tcase_add_test(tcase, a_door_on_two_hinges_is_closed);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
