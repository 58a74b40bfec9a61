/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations linearised about steady motions, held against closed forms and reduced equations. */
#include <complex.h>

#include "tests/mechanics/linear_rig.h"

/* A symmetric top upright on its tip: A p^2 - C w p + m g l = 0 for motions exp(i p t) in space;
 * stable where (C w)^2 > 4 A m g l. */
static void sleeping(double w, hol_stability stability)
{
    double m = 0.7, l = 0.35, J = 0.021, C = 0.013, A = J + m * l * l;
    hol_body top = {.name = "top",
                    .shape = HOL_RIGID,
                    .m = m,
                    .J = {J, J, C},
                    .at = {.r = {0, 0, l}, .p = {1, 0, 0, 0}, .omega = {0, 0, w}}};
    int b = hol_add_body(model, &top);
    hol_spherical(model, "tip", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, -l));
    hol_gravity(model, down);
    linearise(false);
    linearised(3, 3, stability);
    double complex root = csqrt(C * w * C * w - 4 * A * m * g * l);
    for (int side = -1; side <= 1; side += 2) {
        double complex p = (C * w + side * root) / (2 * A), mu = (double complex)I * p;
        has(1, creal(mu), cimag(mu), exact);
        has(1, creal(mu), -cimag(mu), exact);
    }
    has(2, 0, 0, exact); /* its angle about the axis, and the spin */
    ck_assert_int_eq(L->symmetries, 2);
    ck_assert_int_eq(L->spins, 1);
    ck_assert_double_eq_tol(L->spin[0].rate, w, 1e-12);
}

START_TEST(a_top_sleeps_above_its_critical_spin_alone)
{
    double m = 0.7, l = 0.35, J = 0.021, C = 0.013, A = J + m * l * l;
    double critical = sqrt(4 * A * m * g * l) / C;
    static const double of[] = {0.4, 0.999, 1.001, 2.3};
    sleeping(of[_i] * critical, of[_i] < 1 ? HOL_STABILITY_UNSTABLE : HOL_STABILITY_SPECTRAL);
}
END_TEST

/* Precession by f at the inclination theta: p_phi and p_psi are kept, and theta moves in
 * V = (p_phi - p_psi cos theta)^2 / (2 A sin^2 theta) + m g l cos theta. */
START_TEST(a_precessing_top_nutates_in_its_effective_potential)
{
    double m = 0.7, l = 0.35, J = 0.021, C = 0.013, A = J + m * l * l, th = 0.8, f = 2.1;
    double s = sin(th), c = cos(th), spin = (m * g * l + A * f * f * c) / (C * f); /* omega_3 */
    hol_body top = {.name = "top",
                    .shape = HOL_RIGID,
                    .m = m,
                    .J = {J, J, C},
                    .at = {.r = {l * s, 0, l * c},
                           .p = {cos(th / 2), 0, sin(th / 2), 0},
                           .v = {0, f * l * s, 0},
                           .omega = {-f * s, 0, spin}}};
    int b = hol_add_body(model, &top);
    hol_spherical(model, "tip", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, -l));
    hol_gravity(model, down);
    linearise(false);
    linearised(3, 3, HOL_STABILITY_SPECTRAL);
    double b0 = C * spin, a0 = A * f * s * s + b0 * c, n = a0 - b0 * c;
    /* n' = b0 s,  V' = n b0 / (A s) - n^2 c / (A s^3) - m g l s, and once more: */
    double V2 = b0 * b0 / A - 3 * n * b0 * c / (A * s * s) + n * n / (A * s * s) +
                3 * n * n * c * c / (A * s * s * s * s) - m * g * l * c;
    has(1, 0, sqrt(V2 / A), exact);
    has(4, 0, 0, exact);
    ck_assert_double_eq_tol(L->angular[2], f, 1e-11);
    ck_assert_int_eq(L->along, 2);
}
END_TEST

/* The rotor of the gyrostat spins in its platform: both turn about e3, and nutate in space with
 * the momentum along the axis over the moment across it, about the mass centre of both. */
START_TEST(a_gyrostat_nutates_by_its_momentum_along_the_axis)
{
    double ma = 300, mb = 100, d = 1.75, wa = 1.3, wb = 0.4;
    hol_body rotor = {.name = "rotor",
                      .shape = HOL_RIGID,
                      .m = ma,
                      .J = {175, 175, 150},
                      .at = {.p = {1, 0, 0, 0}, .omega = {0, 0, wa}}};
    hol_body platform = {.name = "platform",
                         .shape = HOL_RIGID,
                         .m = mb,
                         .J = {43.75, 43.75, 50},
                         .at = {.r = {0, 0, -d}, .p = {1, 0, 0, 0}, .omega = {0, 0, wb}}};
    int a = hol_add_body(model, &rotor), b = hol_add_body(model, &platform);
    hol_revolute(model, "bearing", hol_point(a, 0, 0, 0), hol_point(b, 0, 0, d),
                 hol_direction(a, 0, 0, 1), hol_direction(b, 0, 0, 1));
    linearise(false);
    linearised(7, 7, HOL_STABILITY_SPECTRAL);
    double across = 175 + 43.75 + d * d * ma * mb / (ma + mb);
    has(1, 0, (150 * wa + 50 * wb) / across, exact);
    has(1, 0, -(150 * wa + 50 * wb) / across, exact);
    has(12, 0, 0, exact);
    ck_assert_int_eq(L->symmetries, 8); /* of space 6, and the two spins */
    ck_assert_int_eq(L->spins, 2);
}
END_TEST

/* Euler: (J2 - J3)(J3 - J1) w^2 / (J1 J2) = mu^2 of a body that spins about its third axis. */
static void spinning(const double J[3], hol_stability stability)
{
    double w = 1.9, square = (J[1] - J[2]) * (J[2] - J[0]) * w * w / (J[0] * J[1]);
    hol_body body = {.name = "body",
                     .shape = HOL_RIGID,
                     .m = 2,
                     .J = {J[0], J[1], J[2]},
                     .at = {.r = {0.3, -1, 2}, .p = {1, 0, 0, 0}, .omega = {0, 0, w}}};
    hol_add_body(model, &body);
    linearise(false);
    linearised(6, 6, stability);
    has(1, square > 0 ? sqrt(square) : 0, square > 0 ? 0 : sqrt(-square), exact);
    ck_assert_int_eq(L->spins, 0);
    ck_assert_double_eq_tol(L->angular[2], w, 1e-12);
}

START_TEST(a_free_body_is_unstable_about_its_middle_axis_alone)
{
    static const double J[3][3] = {{1.1, 1.7, 2.3}, {1.1, 2.3, 1.7}, {1.7, 2.3, 1.1}};
    spinning(J[_i], _i == 1 ? HOL_STABILITY_UNSTABLE : HOL_STABILITY_SPECTRAL);
}
END_TEST

START_TEST(a_conical_pendulum_oscillates_by_its_inclination)
{
    double l = 1.2, th = 0.7, w = sqrt(g / (l * cos(th)));
    hol_body bob = {.name = "bob",
                    .shape = HOL_POINT,
                    .m = 0.8,
                    .at = {.r = {l * sin(th), 0, -l * cos(th)}, .v = {0, w * l * sin(th), 0}}};
    int b = hol_add_body(model, &bob);
    hol_distance(model, "rod", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), l);
    hol_gravity(model, down);
    linearise(false);
    linearised(2, 2, HOL_STABILITY_SPECTRAL);
    has(1, 0, w * sqrt(1 + 3 * cos(th) * cos(th)), exact);
    has(2, 0, 0, exact);
    ck_assert_double_eq_tol(L->angular[2], w, 1e-12);
}
END_TEST

/* Two masses on a spring turn about each other: r'' = p^2 / (mu^2 r^3) - k (r - l) / mu. */
START_TEST(two_masses_on_a_turning_spring_have_its_radial_frequency)
{
    double m1 = 1.3, m2 = 2.1, mu = m1 * m2 / (m1 + m2), k = 50, w = 2, l = 0.8;
    double r = k * l / (k - mu * w * w), r1 = r * m2 / (m1 + m2), r2 = r * m1 / (m1 + m2);
    hol_body one = {.name = "one",
                    .shape = HOL_POINT,
                    .m = m1,
                    .at = {.r = {-r1, 0, 0}, .v = {0, -w * r1, 0.1}}};
    hol_body two = {
        .name = "two", .shape = HOL_POINT, .m = m2, .at = {.r = {r2, 0, 0}, .v = {0, w * r2, 0.1}}};
    int a = hol_add_body(model, &one), b = hol_add_body(model, &two);
    hol_spring(model, hol_point(a, 0, 0, 0), hol_point(b, 0, 0, 0), k, l, 0);
    linearise(false);
    linearised(6, 6, HOL_STABILITY_SPECTRAL);
    has(1, 0, sqrt(3 * w * w + k / mu), exact);
    has(1, 0, -sqrt(3 * w * w + k / mu), exact);
}
END_TEST

/* A blade b behind (b > 0) the mass centre of a sledge that glides with u: the turn rate dies out
 * by m b u / (J + m b^2), or grows if it goes backwards (Chaplygin). */
START_TEST(a_sledge_glides_straight_with_its_mass_ahead_of_the_blade)
{
    double m = 1.4, J = 0.3, b = 0.25, u = _i ? 1.7 : -1.7, rate = m * b * u / (J + m * b * b);
    hol_body sledge = {
        .name = "sledge",
        .shape = HOL_PLANAR,
        .m = m,
        .J = {0, 0, J},
        .at = {.p = {cos(0.3), 0, 0, sin(0.3)}, .v = {u * cos(0.6), u * sin(0.6), 0}}};
    int s = hol_add_body(model, &sledge);
    hol_nonholonomic(model, "blade", hol_direction(s, 0, 1, 0), hol_point(s, -b, 0, 0), NULL);
    linearise(false);
    linearised(3, 2, _i ? HOL_STABILITY_SPECTRAL : HOL_STABILITY_UNSTABLE);
    has(1, -rate, 0, exact);
    has(4, 0, 0, exact);
    ck_assert_int_eq(L->symmetries, 3);
    ck_assert_double_eq_tol(L->linear[0], u * cos(0.6), 1e-12);
}
END_TEST

/* A towed sledge: its blade under the mass centre lets none of it across, y' = u phi, and a spring
 * from a on its axis to a mass on the rail y = 0, under the tension T at the length l, turns it,
 *
 *     J phi'' = -a (T / l) (y + a phi) - a T phi:    J mu^3 + (a^2 T / l + a T) mu + a u T / l = 0
 *
 * while both masses swing along the rail by k (1/m + 1/M). */
START_TEST(a_towed_sledge_has_the_cubic_of_its_slip)
{
    double m = 1.4, M = 2.2, J = 0.3, a = 0.45, l = 0.7, T = 3.1, k = 41, u = 1.9;
    hol_body sledge = {.name = "sledge",
                       .shape = HOL_PLANAR,
                       .m = m,
                       .J = {0, 0, J},
                       .at = {.p = {1, 0, 0, 0}, .v = {u, 0, 0}}};
    hol_body tow = {
        .name = "tow", .shape = HOL_POINT, .m = M, .at = {.r = {a + l, 0, 0}, .v = {u, 0, 0}}};
    int s = hol_add_body(model, &sledge), t = hol_add_body(model, &tow);
    hol_nonholonomic(model, "blade", hol_direction(s, 0, 1, 0), hol_point(s, 0, 0, 0), NULL);
    hol_coordinate(model, "rail.y", hol_point(t, 0, 0, 0), (double[3]){0, 1, 0}, 0);
    hol_coordinate(model, "rail.z", hol_point(t, 0, 0, 0), (double[3]){0, 0, 1}, 0);
    hol_spring(model, hol_point(s, a, 0, 0), hol_point(t, 0, 0, 0), k, l - T / k, 0);
    hol_force_constant(model, hol_point(s, 0, 0, 0), (double[3]){-T, 0, 0});
    hol_force_constant(model, hol_point(t, 0, 0, 0), (double[3]){T, 0, 0});
    linearise(false);
    linearised(4, 3, HOL_STABILITY_UNSTABLE);
    double p = a * a * T / l + a * T, q = a * u * T / l, x = -q / p;
    for (int i = 0; i < 60; i++) x -= (J * x * x * x + p * x + q) / (3 * J * x * x + p);
    has(1, x, 0, exact);
    has(1, -x / 2, sqrt(p / J + 3 * x * x / 4), exact); /* the other two: mu^2 + x mu + x^2 + p/J */
    has(1, 0, sqrt(k * (1 / m + 1 / M)), exact);
    has(2, 0, 0, exact);
    ck_assert_int_eq(L->symmetries, 1); /* along the rail, not across */
}
END_TEST

/* The top on a bar of the problem `top` is stable above omega_c, W = omega_c^2 / g the root of
 * 4 W^3 - 135 W^2 + 2376 W - 21168 = 0. */
START_TEST(a_top_on_a_bar_is_stable_above_the_root_of_its_cubic)
{
    const hol_problem *top = hol_problem_named("top");
    double par[8], W = 17;
    hol_message wrong;
    for (int i = 0; i < 60; i++)
        W -= (4 * W * W * W - 135 * W * W + 2376 * W - 21168) / (12 * W * W - 270 * W + 2376);
    double omega = sqrt(W * 9.81) * (_i ? 1 + 1e-6 : 1 - 1e-6);
    char word[64];
    ck_assert_int_eq(hol_option_count(top->parameters), 8);
    hol_option_defaults(top->parameters, par);
    ck_assert(hol_option_set(top->parameters, "parameter", "epsilon=0", par, &wrong));
    snprintf(word, sizeof word, "omega=%.17g", omega);
    ck_assert(hol_option_set(top->parameters, "parameter", word, par, &wrong));
    top->build(model, par);
    linearise(false);
    linearised(5, 5, _i ? HOL_STABILITY_SPECTRAL : HOL_STABILITY_UNSTABLE);
}
END_TEST

/* A disc that rolls upright by w leans and turns, (A + m a^2) theta'' + (C + m a^2) w psi' =
 * m g a theta and A psi' = C w theta, with the moments A across and C along its axis. */
START_TEST(a_disc_rolls_upright_above_its_critical_speed_alone)
{
    double m = 1.7, a = 0.35, A = 0.06, C = 0.11, critical;
    critical = sqrt(m * g * a * A / (C * (C + m * a * a)));
    double w = critical * (_i ? 1.001 : 0.8);
    hol_body disc = {.name = "disc",
                     .shape = HOL_RIGID,
                     .m = m,
                     .J = {A, A, C},
                     .at = {.r = {0, 0, a},
                            .p = {sqrt(0.5), -sqrt(0.5), 0, 0}, /* its axis e3 is y */
                            .v = {w * a, 0, 0},
                            .omega = {0, 0, w}}};
    int b = hol_add_body(model, &disc);
    hol_roll_disc(model, "wheel", hol_point(b, 0, 0, 0), hol_direction(b, 0, 0, 1), a,
                  &(hol_plane){.normal = {0, 0, 1}});
    hol_gravity(model, down);
    linearise(false);
    linearised(5, 3, _i ? HOL_STABILITY_SPECTRAL : HOL_STABILITY_UNSTABLE);
    double square = (m * g * a - C * (C + m * a * a) * w * w / A) / (A + m * a * a);
    has(1, square > 0 ? sqrt(square) : 0, square > 0 ? 0 : sqrt(-square), exact);
    has(6, 0, 0, exact);
    ck_assert_int_eq(L->symmetries, 4); /* along the plane 3, and the turn about its axis */
}
END_TEST

int main(void)
{
    Suite *s = suite_create("steady motions");
    TCase *t = tcase_create("steady motions");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_top_sleeps_above_its_critical_spin_alone, 0, 4);
    tcase_add_test(t, a_precessing_top_nutates_in_its_effective_potential);
    tcase_add_test(t, a_gyrostat_nutates_by_its_momentum_along_the_axis);
    tcase_add_loop_test(t, a_free_body_is_unstable_about_its_middle_axis_alone, 0, 3);
    tcase_add_test(t, a_conical_pendulum_oscillates_by_its_inclination);
    tcase_add_test(t, two_masses_on_a_turning_spring_have_its_radial_frequency);
    tcase_add_loop_test(t, a_sledge_glides_straight_with_its_mass_ahead_of_the_blade, 0, 2);
    tcase_add_test(t, a_towed_sledge_has_the_cubic_of_its_slip);
    tcase_add_loop_test(t, a_top_on_a_bar_is_stable_above_the_root_of_its_cubic, 0, 2);
    tcase_add_loop_test(t, a_disc_rolls_upright_above_its_critical_speed_alone, 0, 2);
    suite_add_tcase(s, t);
    return hol_run_suite(s);
}
