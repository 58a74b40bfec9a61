/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations linearised about equilibria, held against closed forms and reduced equations, and what
 * is refused. */
#include "tests/mechanics/linear_rig.h"

/* ---------------------------------------------------------------- equilibria */

START_TEST(a_pendulum_has_the_frequency_root_of_g_over_l)
{
    double l = 1.37;
    int b = add("bob", HOL_POINT, 0.83, NULL, (double[3]){0, 0, -l});
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), l);
    hol_gravity(model, down);
    linearise(false);
    linearised(2, 2, HOL_STABILITY_SPECTRAL);
    has(2, 0, sqrt(g / l), exact);
    has(2, 0, -sqrt(g / l), exact);
    ck_assert_int_eq(L->symmetries, 1); /* rotation about the vertical, */
    ck_assert_int_eq(L->along, 0);      /* which leaves the state where it is */
    for (int i = 0; i < 4; i++) ck_assert_double_eq_tol(L->K[i], i % 3 ? 0 : g / l, 1e-13);
}
END_TEST

START_TEST(an_inverted_pendulum_is_unstable)
{
    double l = 1.37;
    int b = add("bob", HOL_POINT, 0.83, NULL, (double[3]){0, 0, l});
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), l);
    hol_gravity(model, down);
    linearise(false);
    linearised(2, 2, HOL_STABILITY_UNSTABLE);
    has(2, sqrt(g / l), 0, exact);
    has(2, -sqrt(g / l), 0, exact);
}
END_TEST

/* Two planar bars that hang: (M + K / s^2) of the angles, Landau and Lifshitz, section 23. */
START_TEST(a_double_pendulum_of_bars_has_the_eigenvalues_of_its_two_angles)
{
    double m1 = 1.3, m2 = 0.7, l1 = 0.9, c1 = 0.4, c2 = 0.55, J1 = 0.11, J2 = 0.06;
    int a = add("upper", HOL_PLANAR, m1, (double[3]){0, 0, J1}, (double[3]){0, -c1, 0});
    int b = add("lower", HOL_PLANAR, m2, (double[3]){0, 0, J2}, (double[3]){0, -l1 - c2, 0});
    hol_revolute(model, "A", hol_point(HOL_GROUND, 0, 0, 0), hol_point(a, 0, c1, 0),
                 hol_direction(HOL_GROUND, 0, 0, 1), hol_direction(a, 0, 0, 1));
    hol_revolute(model, "B", hol_point(a, 0, c1 - l1, 0), hol_point(b, 0, c2, 0),
                 hol_direction(a, 0, 0, 1), hol_direction(b, 0, 0, 1));
    hol_gravity(model, (double[3]){0, -g, 0});
    linearise(false);
    linearised(2, 2, HOL_STABILITY_SPECTRAL);
    double A = J1 + m1 * c1 * c1 + m2 * l1 * l1, B = m2 * l1 * c2, C = J2 + m2 * c2 * c2;
    double k1 = (m1 * c1 + m2 * l1) * g, k2 = m2 * c2 * g;
    double det = A * C - B * B, half = (A * k2 + C * k1) / (2 * det);
    double root = sqrt(half * half - k1 * k2 / det);
    has(1, 0, sqrt(half + root), exact);
    has(1, 0, sqrt(half - root), exact);
}
END_TEST

START_TEST(a_damped_oscillator_has_its_complex_frequency_and_comes_to_rest)
{
    double m = 1.7, k = 23, c = 3.1, l = 0.6;
    int b = add("mass", HOL_POINT, m, NULL, (double[3]){l, 0, 0});
    hol_coordinate(model, "y", hol_point(b, 0, 0, 0), (double[3]){0, 1, 0}, 0);
    hol_coordinate(model, "z", hol_point(b, 0, 0, 0), (double[3]){0, 0, 1}, 0);
    hol_spring(model, hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), k, l, c);
    linearise(false);
    linearised(1, 1, HOL_STABILITY_ASYMPTOTIC);
    has(1, -c / (2 * m), sqrt(k / m - c * c / (4 * m * m)), exact);
    ck_assert_double_eq_tol(L->C[0], c / m, 1e-14);
    ck_assert_double_eq_tol(L->K[0], k / m, 1e-13);
}
END_TEST

/* Its force is -k x, also where the points meet. */
START_TEST(a_spring_of_no_length_has_its_frequency_where_its_points_meet)
{
    double m = 1.7, k = 23;
    int b = add("mass", HOL_POINT, m, NULL, (double[3]){0, 0, 0});
    hol_spring(model, hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), k, 0, 0);
    linearise(false);
    linearised(3, 3, HOL_STABILITY_SPECTRAL);
    has(3, 0, sqrt(k / m), exact);
}
END_TEST

/* A slider on x held by a spring, a crank r and a rod l of masses at their ends: one angle, with
 * x(phi) = r cos phi + sqrt(l^2 - r^2 sin^2 phi) and the energies V, T = M phi'^2 / 2. */
START_TEST(a_slider_crank_settles_where_its_reduced_potential_is_least)
{
    double r = 0.4, l = 1.1, mp = 0.9, ms = 1.6, k = 37, l0 = 0.21, wall = 1.9, phi = 1;
    double x = r * cos(phi) + sqrt(l * l - r * r * sin(phi) * sin(phi));
    int pin = add("pin", HOL_POINT, mp, NULL, (double[3]){r * cos(phi), r * sin(phi), 0});
    int slider = add("slider", HOL_POINT, ms, NULL, (double[3]){x, 0, 0});
    static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    hol_distance(model, "crank", hol_point(HOL_GROUND, 0, 0, 0), hol_point(pin, 0, 0, 0), r);
    hol_distance(model, "rod", hol_point(pin, 0, 0, 0), hol_point(slider, 0, 0, 0), l);
    hol_coordinate(model, "plane", hol_point(pin, 0, 0, 0), axis[2], 0);
    hol_coordinate(model, "rail.y", hol_point(slider, 0, 0, 0), axis[1], 0);
    hol_coordinate(model, "rail.z", hol_point(slider, 0, 0, 0), axis[2], 0);
    hol_spring(model, hol_point(HOL_GROUND, wall, 0, 0), hol_point(slider, 0, 0, 0), k, l0, 0);
    hol_gravity(model, (double[3]){0, -g, 0});
    linearise(true);
    linearised(1, 1, HOL_STABILITY_SPECTRAL);
    double M = 0, V2 = 0; /* Newton on V' by hand */
    for (int i = 0; i < 60; i++) {
        double s = sin(phi), c = cos(phi), w = sqrt(l * l - r * r * s * s);
        double x0 = r * c + w, x1 = -r * s - r * r * s * c / w;
        double x2 =
            -r * c - r * r * (c * c - s * s) / w - r * r * r * r * s * s * c * c / (w * w * w);
        double f = -k * (wall - x0 - l0); /* dV/dx */
        double V1 = f * x1 + mp * g * r * c;
        V2 = k * x1 * x1 + f * x2 - mp * g * r * s;
        M = mp * r * r + ms * x1 * x1;
        phi -= fmax(-0.3, fmin(0.3, V1 / fabs(V2)));
    }
    has(1, 0, sqrt(V2 / M), exact);
}
END_TEST

/* x' + y z' = 0 at y = h, where x = -h z in the first order, in a potential of place. */
START_TEST(a_mass_with_a_row_of_place_has_the_frequencies_of_its_two_freedoms)
{
    static const double a[3] = {1, 0, 0}, B[9] = {[7] = 1};
    double m = 1.7, h = 0.5;
    int b = add("mass", HOL_POINT, m, NULL, (double[3]){0, h, 0});
    hol_nonholonomic_of_place(model, "contact", a, B, hol_point(b, 0, 0, 0), NULL);
    hol_potential_of_place(model, hol_point(b, 0, 0, 0),
                           "x^2 + 3*(y - 0.5)^2 + 2*z^2 + x*z*(y - 0.5)");
    linearise(false);
    linearised(3, 2, HOL_STABILITY_SPECTRAL);
    has(1, 0, sqrt(6 / m), exact);
    has(1, 0, sqrt((2 * h * h + 4) / (m * (1 + h * h))), exact);
}
END_TEST

/* Ten rows where five would do: J + m l^2 about the hinges, gravity g cos(tilt) across them. */
START_TEST(a_door_on_two_hinges_swings_like_a_pendulum)
{
    double m = 21, l = 0.44, J = 1.7, tilt = 0.31;
    int b = add("door", HOL_RIGID, m, (double[3]){1.1, 0.9, J}, (double[3]){l, 0, 0});
    for (int side = -1; side <= 1; side += 2)
        hol_revolute(model, side < 0 ? "lower" : "upper", hol_point(HOL_GROUND, 0, 0, side),
                     hol_point(b, -l, 0, side), hol_direction(HOL_GROUND, 0, 0, 1),
                     hol_direction(b, 0, 0, 1));
    hol_gravity(model, (double[3]){g * cos(tilt), 0, -g * sin(tilt)});
    linearise(false);
    linearised(1, 1, HOL_STABILITY_SPECTRAL);
    has(1, 0, sqrt(m * g * cos(tilt) * l / (J + m * l * l)), exact);
}
END_TEST

/* From level a pendulum comes to hang: where |r| is largest, Newton's iteration has no way. */
START_TEST(an_equilibrium_is_found_from_where_the_force_is_largest)
{
    double l = 0.9;
    int b = add("bob", HOL_POINT, 1.3, NULL, (double[3]){l, 0, 0});
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), l);
    hol_gravity(model, down);
    linearise(true);
    linearised(2, 2, HOL_STABILITY_SPECTRAL);
    has(2, 0, sqrt(g / l), exact);
}
END_TEST

/* A beam on a hinge with a torsion spring and damper, or on a slide with a motor: x'' by Q(x, x').
 */
START_TEST(a_motor_along_a_coordinate_has_its_derivatives)
{
    double m = 2.3, J = 0.4, l = 0.5, inertia = _i ? m : J + m * l * l;
    int b = add("beam", HOL_RIGID, m, (double[3]){0.3, 0.25, J}, (double[3]){_i ? 0 : l, 0, 0});
    hol_marker ground = hol_point(HOL_GROUND, 0, 0, 0), at = hol_point(b, _i ? 0 : -l, 0, 0);
    hol_marker axis[2] = {hol_direction(HOL_GROUND, 0, 0, 1), hol_direction(b, 0, 0, 1)};
    hol_marker cross[2] = {hol_direction(HOL_GROUND, 1, 0, 0), hol_direction(b, 1, 0, 0)};
    if (_i)
        hol_translational(model, "joint", ground, at, axis[0], axis[1], cross[0], cross[1]);
    else
        hol_revolute(model, "joint", ground, at, axis[0], axis[1]);
    const hol_motor_law *law = hol_motor_read(model, _i ? HOL_LENGTH : HOL_ANGLE,
                                              _i ? "-7*sin(3*length) - 0.3*rate*exp(length)"
                                                 : "-7*sin(3*angle) - 0.3*rate*exp(angle)");
    hol_motor(model, "joint", law);
    linearise(false);
    linearised(1, 1, HOL_STABILITY_ASYMPTOTIC);
    double decay = 0.15 / inertia;
    has(1, -decay, sqrt(21 / inertia - decay * decay), exact);
}
END_TEST

/* Four modes without coupling, (-c +- sqrt(c^2 - 4 m k)) / (2 m), and two of a beam's end: u_2 and
 * theta_3 with det(M lambda^2 + K) = 0. */
START_TEST(a_bushing_has_its_two_matrices)
{
    const double m = 2.3, J[3] = {0.3, 0.25, 0.4}, k[4] = {90, 70, 5, 7},
                 c[4] = {0.9, 0.7, 0.05, 0};
    const double a = 80, b = -9, d = 6; /* of K */
    const int at[4] = {0, 2, 3, 4};
    double K[36] = {0}, C[36] = {0};
    int body = add("block", HOL_RIGID, m, J, (double[3]){0.1, 0.2, 0.3});
    for (int i = 0; i < 4; i++) K[7 * at[i]] = k[i], C[7 * at[i]] = c[i];
    K[7] = a, K[35] = d, K[11] = K[31] = b;
    hol_bushing(model, hol_point(HOL_GROUND, 0.1, 0.2, 0.3), hol_point(body, 0, 0, 0), NULL, K, C);
    linearise(false);
    ck_assert_msg(L != NULL, "%s", why.text);
    for (int i = 0; i < 4; i++) {
        double inertia = i < 2 ? m : J[at[i] - 3], decay = 0.5 * c[i] / inertia;
        has(1, -decay, sqrt(k[i] / inertia - decay * decay), exact);
    }
    double half = 0.5 * (a / m + d / J[2]), root = sqrt(half * half - (a * d - b * b) / (m * J[2]));
    has(1, 0, sqrt(half + root), exact);
    has(1, 0, sqrt(half - root), exact);
}
END_TEST

/* ---------------------------------------------------------------- refusals */

static void refused(const char *by)
{
    ck_assert_ptr_null(L);
    ck_assert_msg(strstr(why.text, by) != NULL, "%s", why.text);
}

START_TEST(a_motion_that_is_not_steady_is_refused_by_its_residual)
{
    hol_body bob = {.name = "bob",
                    .shape = HOL_POINT,
                    .m = 1,
                    .at = {.r = {1, 0, 0}, .v = {0, 0, _i == 1 ? 0.5 : 0}}};
    int b = hol_add_body(model, &bob);
    if (_i < 2)
        hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), 1);
    hol_gravity(model, down);
    linearise(false);
    refused(_i == 1 ? "the motion is not steady: no symmetry of the equations (1 found) has its "
                      "velocities, the nearest lacks 0.5 m/s of 'bob'"
                    : "it is no equilibrium: from rest it accelerates by 9.81 m/s^2 of 'bob'");
}
END_TEST

/* Faster than the conical pendulum's own turn. */
START_TEST(a_turn_at_another_speed_is_not_steady)
{
    hol_body bob = {.name = "bob",
                    .shape = HOL_POINT,
                    .m = 1,
                    .at = {.r = {0.6, 0, -0.8}, .v = {0, 0.6 * 4, 0}}};
    int b = hol_add_body(model, &bob);
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), 1);
    hol_gravity(model, down);
    linearise(false);
    refused("the motion is not steady: the acceleration is off that along the symmetries by ");
}
END_TEST

static void slider(double r, double l)
{
    static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    int pin = add("pin", HOL_POINT, 1, NULL, (double[3]){0, r, 0});
    int s = add("slider", HOL_POINT, 1, NULL, (double[3]){sqrt(l * l - r * r), 0, 0});
    hol_distance(model, "crank", hol_point(HOL_GROUND, 0, 0, 0), hol_point(pin, 0, 0, 0), r);
    hol_distance(model, "rod", hol_point(pin, 0, 0, 0), hol_point(s, 0, 0, 0), l);
    hol_coordinate(model, "plane", hol_point(pin, 0, 0, 0), axis[2], 0);
    hol_coordinate(model, "rail.y", hol_point(s, 0, 0, 0), axis[1], 0);
    hol_coordinate(model, "rail.z", hol_point(s, 0, 0, 0), axis[2], 0);
}

START_TEST(a_singular_configuration_is_refused)
{
    slider(1, _i ? 1 : 1.5);
    linearise(false);
    if (_i)
        refused("the constraints lose rank there, a singular configuration: 4 of 5 rows are "
                "independent, 5 elsewhere");
    else
        linearised(1, 1, HOL_STABILITY_SPECTRAL);
}
END_TEST

START_TEST(what_depends_on_time_or_is_soft_is_refused)
{
    static const char *const by[] = {
        "its constraints depend on time: a driven motion has no equilibrium and is not steady",
        "a force depends on time", "linearising needs hard joints (none softened)"};
    int b = add("bob", HOL_POINT, 1, NULL, (double[3]){0, 0, -1});
    hol_marker ground = hol_point(HOL_GROUND, 0, 0, 0), at = hol_point(b, 0, 0, 0);
    if (_i == 0)
        hol_drive_distance(model, "rod", ground, at, hol_law_read(model, "1 + 0.1*sin(t)^2"));
    else
        hol_distance(model, "rod", ground, at, 1);
    if (_i == 0) hol_coordinate(model, "x", at, (double[3]){1, 0, 0}, 0);
    if (_i == 1)
        hol_force_of_time(model, at, (double[3]){1, 0, 0}, hol_law_read(model, "0.1*sin(t)"));
    if (_i == 2) hol_soften(model, "rod", 1e-3, 0);
    hol_gravity(model, down);
    linearise(false);
    refused(by[_i]);
}
END_TEST

START_TEST(a_state_off_the_constraints_is_refused)
{
    double q[3], v[3];
    int b = add("bob", HOL_POINT, 1, NULL, (double[3]){0, 0, -1});
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), 1);
    linearise(false);
    hol_linear_free(L);
    hol_place(sys, NULL, q, v);
    (_i ? v : q)[2] += 1e-6;
    L = hol_linearise(sys, q, v, &why);
    refused(_i ? "the velocities violate the constraint 'rod' by -1e-06"
               : "the state violates the constraint 'rod': Phi = -1e-06");
}
END_TEST

int main(void)
{
    Suite *s = suite_create("linearise");
    TCase *t = tcase_create("equilibria");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_pendulum_has_the_frequency_root_of_g_over_l);
    tcase_add_test(t, an_inverted_pendulum_is_unstable);
    tcase_add_test(t, a_double_pendulum_of_bars_has_the_eigenvalues_of_its_two_angles);
    tcase_add_test(t, a_damped_oscillator_has_its_complex_frequency_and_comes_to_rest);
    tcase_add_test(t, a_spring_of_no_length_has_its_frequency_where_its_points_meet);
    tcase_add_test(t, a_slider_crank_settles_where_its_reduced_potential_is_least);
    tcase_add_loop_test(t, a_motor_along_a_coordinate_has_its_derivatives, 0, 2);
    tcase_add_test(t, a_bushing_has_its_two_matrices);
    tcase_add_test(t, a_mass_with_a_row_of_place_has_the_frequencies_of_its_two_freedoms);
    tcase_add_test(t, a_door_on_two_hinges_swings_like_a_pendulum);
    tcase_add_test(t, an_equilibrium_is_found_from_where_the_force_is_largest);
    tcase_add_loop_test(t, a_motion_that_is_not_steady_is_refused_by_its_residual, 0, 3);
    tcase_add_test(t, a_turn_at_another_speed_is_not_steady);
    tcase_add_loop_test(t, a_singular_configuration_is_refused, 0, 2);
    tcase_add_loop_test(t, what_depends_on_time_or_is_soft_is_refused, 0, 3);
    tcase_add_loop_test(t, a_state_off_the_constraints_is_refused, 0, 2);
    suite_add_tcase(s, t);
    return hol_run_suite(s);
}
