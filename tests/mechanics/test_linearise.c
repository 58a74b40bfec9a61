/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linearised equations, held against closed forms and reduced equations. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy.h"
#include "tests/suite.h"

static const double exact = 1e-11; /* of the largest eigenvalue */
static const double g = 9.80665;

static hol_model *model;
static hol_system *owned;
static hol_eval *sys;
static hol_linear *L;
static hol_message why;

static void setup(void)
{
    model = hol_model_new();
    sys = NULL;
    L = NULL;
    why.text[0] = '\0';
}

static void teardown(void)
{
    hol_linear_free(L);
    hol_eval_free(sys);
    hol_model_free(model);
}

/* ---------------------------------------------------------------- helpers */

static void linearise(bool settle)
{
    bool unfit;
    double q[200], v[200];
    owned = hol_realise(model, hol_formulation_named("natural"), &unfit, &why);
    ck_assert_msg(owned != NULL, "%s", why.text);
    sys = hol_eval_take(owned);
    hol_place(sys, NULL, q, v);
    if (settle) ck_assert_msg(hol_equilibrium(sys, q, &why), "%s", why.text);
    L = hol_linearise(sys, q, v, &why);
}

static double largest(void)
{
    double most = 0;
    for (int i = 0; i < L->n + L->m; i++)
        most = fmax(most, hypot(L->eigenvalue[i].re, L->eigenvalue[i].im));
    return most;
}

/* So many eigenvalues are that one. */
static void has(int count, double re, double im, double digits)
{
    int found = 0;
    char all[1024] = "";
    for (int i = 0; i < L->n + L->m; i++) {
        const hol_eigenvalue *e = &L->eigenvalue[i];
        found += hypot(e->re - re, e->im - im) <= digits * largest();
        snprintf(all + strlen(all), sizeof all - strlen(all), " %.15g%+.15gi%s", e->re, e->im,
                 e->symmetry ? "*" : "");
    }
    ck_assert_msg(found == count, "%d of %d are %.15g%+.15gi; all:%s", found, count, re, im, all);
}

static void linearised(int n, int m, hol_stability stability)
{
    ck_assert_msg(L != NULL, "%s", why.text);
    ck_assert_msg(L->n == n && L->m == m, "n = %d, m = %d", L->n, L->m);
    ck_assert_msg(L->stability == stability, "%s", hol_stability_name(L->stability));
}

static int add(const char *name, hol_shape shape, double m, const double J[3], const double r[3])
{
    hol_body body = {.shape = shape, .m = m, .at = {.p = {1, 0, 0, 0}}};
    strcpy(body.name, name);
    if (J) memcpy(body.J, J, sizeof body.J);
    memcpy(body.at.r, r, sizeof body.at.r);
    return hol_add_body(model, &body);
}

static const double down[3] = {0, 0, -9.80665};

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

/* ---------------------------------------------------------------- steady motions */

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
    TCase *t = tcase_create("closed forms");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, a_pendulum_has_the_frequency_root_of_g_over_l);
    tcase_add_test(t, an_inverted_pendulum_is_unstable);
    tcase_add_test(t, a_double_pendulum_of_bars_has_the_eigenvalues_of_its_two_angles);
    tcase_add_test(t, a_damped_oscillator_has_its_complex_frequency_and_comes_to_rest);
    tcase_add_test(t, a_slider_crank_settles_where_its_reduced_potential_is_least);
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
    tcase_add_loop_test(t, a_motor_along_a_coordinate_has_its_derivatives, 0, 2);
    tcase_add_test(t, a_bushing_has_its_two_matrices);
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
