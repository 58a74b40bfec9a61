/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The benchmark bicycle of Meijaard, Papadopoulos, Ruina and Schwab (Proc. R. Soc. A 463 (2007)
 * 1955): two wheels that roll, a frame with its rider and a fork, upright and straight ahead.  Its
 * linearised equations are published with 15 digits: at 5 m/s the eigenvalues, and the speeds
 * between which it is stable by itself.  x ahead, y to the right, z down. */
#include <math.h>
#include <string.h>

#include "holonomy.h"
#include "tests/suite.h"

static const double base = 1.02, trail = 0.08, tilt = M_PI / 10;

/* A body with the moments Ixx, Iyy, Izz, Ixz in its principal axes. */
static int add(hol_model *model, const char *name, double m, const double I[4], double x, double z,
               double v, double spin)
{
    double turn = atan2(-2 * I[3], I[0] - I[2]) / 2, apart = hypot(2 * I[3], I[0] - I[2]);
    hol_body body = {.shape = HOL_RIGID,
                     .m = m,
                     .J = {(I[0] + I[2] + apart) / 2, I[1], (I[0] + I[2] - apart) / 2},
                     .at = {.r = {x, 0, z},
                            .p = {cos(turn / 2), 0, sin(turn / 2), 0},
                            .v = {v, 0, 0},
                            .omega = {0, spin, 0}}};
    strcpy(body.name, name);
    return hol_add_body(model, &body);
}

/* The marker of body b at a place of space, or along a direction of it (w = 0). */
static hol_marker from_space(const hol_model *model, int b, double w, double x, double z)
{
    const hol_pose *at = &hol_body_at(model, b)->at;
    double R[9], d[3] = {x - w * at->r[0], 0, z - w * at->r[2]}, rho[3];
    hol_quaternion_to_matrix(at->p, R);
    hol_rotate_back(R, d, rho);
    return w ? hol_point(b, rho[0], rho[1], rho[2]) : hol_direction(b, rho[0], rho[1], rho[2]);
}

static hol_linear *bicycle(double v)
{
    static const double frame[4] = {9.2, 11, 2.8, 2.4},
                        fork[4] = {0.05892, 0.06, 0.00708, -0.00756};
    static const double rear[4] = {0.0603, 0.12, 0.0603, 0}, front[4] = {0.1405, 0.28, 0.1405, 0};
    static const double radius[2] = {0.3, 0.35};
    const hol_plane ground = {.normal = {0, 0, -1}};
    hol_model *model = hol_model_new();
    hol_message why = {""};
    bool unfit;
    int R = add(model, "rear", 2, rear, 0, -radius[0], v, -v / radius[0]);
    int B = add(model, "frame", 85, frame, 0.3, -0.9, v, 0);
    int H = add(model, "fork", 4, fork, 0.9, -0.7, v, 0);
    int F = add(model, "front", 3, front, base, -radius[1], v, -v / radius[1]);
    hol_marker y[4];
    for (int b = 0; b < 4; b++) y[b] = hol_direction(b, 0, 1, 0);
    hol_revolute(model, "hub", hol_point(R, 0, 0, 0), from_space(model, B, 1, 0, -radius[0]), y[R],
                 y[B]);
    hol_revolute(model, "axle", from_space(model, H, 1, base, -radius[1]), hol_point(F, 0, 0, 0),
                 y[H], y[F]);
    hol_revolute(model, "head", from_space(model, B, 1, base + trail, 0),
                 from_space(model, H, 1, base + trail, 0),
                 from_space(model, B, 0, sin(tilt), cos(tilt)),
                 from_space(model, H, 0, sin(tilt), cos(tilt)));
    hol_roll_disc(model, "rear tyre", hol_point(R, 0, 0, 0), y[R], radius[0], &ground);
    hol_roll_disc(model, "front tyre", hol_point(F, 0, 0, 0), y[F], radius[1], &ground);
    hol_gravity(model, (double[3]){0, 0, 9.81});
    hol_eval *sys =
        hol_eval_take(hol_realise(model, hol_formulation_named("natural"), &unfit, &why));
    ck_assert_msg(sys != NULL, "%s", why.text);
    double q[48], s[48];
    hol_place(sys, NULL, q, s);
    hol_linear *L = hol_linearise(sys, q, s, &why);
    ck_assert_msg(L != NULL, "%s", why.text);
    ck_assert_int_eq(L->n, 7);
    ck_assert_int_eq(L->m, 3);
    hol_eval_free(sys);
    hol_model_free(model);
    return L;
}

/* The eigenvalue nearest to one, of those that are no zeros of symmetries. */
static hol_eigenvalue nearest(double v, double re, double im)
{
    hol_linear *L = bicycle(v);
    hol_eigenvalue best = {.re = INFINITY};
    for (int i = L->along; i < L->n + L->m; i++)
        if (hypot(L->eigenvalue[i].re - re, L->eigenvalue[i].im - im) <
            hypot(best.re - re, best.im - im))
            best = L->eigenvalue[i];
    hol_linear_free(L);
    return best;
}

START_TEST(its_eigenvalues_at_5_metres_a_second_are_the_published_ones)
{
    static const double published[3][2] = {
        {-0.775341882195845, 4.46486771378823}, {-0.322866429004087, 0}, {-14.07838969279822, 0}};
    for (int i = 0; i < 3; i++) {
        hol_eigenvalue e = nearest(5, published[i][0], published[i][1]);
        ck_assert_double_eq_tol(e.re, published[i][0], 1e-11);
        ck_assert_double_eq_tol(e.im, published[i][1], 1e-11);
    }
}
END_TEST

/* Of the weave; and of the capsize, beside the one zero of the speed the smallest. */
static double weave(double v)
{
    return nearest(v, 0, 3.4).re;
}

static double capsize(double v)
{
    hol_linear *L = bicycle(v);
    double re = L->eigenvalue[L->along + 1].re;
    hol_linear_free(L);
    return re;
}

/* Where it is zero, by the secant's iteration. */
static double critical(double (*of)(double v), double v0, double v1)
{
    double f0 = of(v0);
    for (int i = 0; i < 12; i++) {
        double f1 = of(v1), v = v1 - f1 * (v1 - v0) / (f1 - f0);
        if (f1 == f0 || fabs(v - v1) < 1e-9) return f1 == f0 ? v1 : v;
        v0 = v1, f0 = f1, v1 = v;
    }
    return v1;
}

START_TEST(its_weave_and_capsize_speeds_are_the_published_ones)
{
    ck_assert_double_eq_tol(critical(weave, 4.28, 4.30), 4.29238253634111, 4e-11);
    ck_assert_double_eq_tol(critical(capsize, 5.9, 6.1), 6.02426201538837, 6e-11);
}
END_TEST

int main(void)
{
    Suite *s = suite_create("bicycle");
    TCase *t = tcase_create("benchmark");
    tcase_add_test(t, its_eigenvalues_at_5_metres_a_second_are_the_published_ones);
    tcase_add_test(t, its_weave_and_capsize_speeds_are_the_published_ones);
    suite_add_tcase(s, t);
    return hol_run_suite(s);
}
