/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bushings: forces and moments at rest orientation by the two matrices, the law of one angle in
 * closed form, small oscillations, and the potential in quadruple precision. */
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

static const double mass = 1.3, J[3] = {0.13, 0.21, 0.2};

/* Symmetric, with a heavy diagonal; `seed` tells two of them apart. */
static void matrix(int seed, double A[36])
{
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) {
            int low = i < k ? i : k, high = i < k ? k : i;
            A[6 * i + k] = i == k ? 20 + 3 * i + seed : sin(low + 2.3 * high + seed);
        }
}

/* A body whose frame at rest is turned by `rest` from that of ground, fastened to ground. */
static hol_model *on_ground(const hol_pose *at, const double rest[4], const double K[36],
                            const double C[36])
{
    hol_model *m = hol_model_new();
    hol_body body = {.name = "a", .m = mass, .J = {J[0], J[1], J[2]}, .at = *at};
    hol_add_body(m, &body);
    hol_bushing(m, hol_point(HOL_GROUND, 0.1, -0.2, 0.3), hol_point(0, 0, 0, 0), rest, K, C);
    return m;
}

/* Linear and angular acceleration (body axes) at the start. */
static void accelerations(const hol_model *m, const char *in, double r2[3], double turn[3])
{
    hol_eval *sys = realised(m, in);
    double *q = hol_take(sys->work, sys->nq), *v = hol_take(sys->work, sys->nv);
    double *a = hol_take(sys->work, sys->nv), *lambda = hol_take(sys->work, sys->nc);
    hol_pose rate;
    hol_place(sys, NULL, q, v);
    ck_assert_int_eq(hol_acceleration(sys, 0, q, v, a, lambda, NULL), HOL_OK);
    hol_poses(sys, q, a, &rate);
    memcpy(r2, rate.v, sizeof rate.v);
    memcpy(turn, rate.omega, sizeof rate.omega);
    hol_eval_free(sys);
}

/* At the rest orientation theta is 0 and its rate the angular velocity, in the axes of ground. */
START_TEST(at_rest_orientation_the_matrices_give_force_and_moment)
{
    const double rest[4] = {0.5, -0.1, 0.7, 0.5}, omega[3] = {0.9, -1.4, 0.6};
    double K[36], C[36], R[9], z[6], z1[6], Q[6] = {0}, r2[3], turn[3], L[3], c[3], moment[3];
    hol_pose at = {.r = {0.4, 0.1, -0.2}, .p = {0.5, -0.1, 0.7, 0.5}, .v = {1.1, 0.3, -0.7}};
    memcpy(at.omega, omega, sizeof omega);
    matrix(1, K);
    matrix(2, C);
    hol_model *m = on_ground(&at, rest, K, C);
    accelerations(m, formulation[_i], r2, turn);
    hol_quaternion_to_matrix(rest, R);
    for (int k = 0; k < 3; k++) {
        z[k] = at.r[k] - (double[]){0.1, -0.2, 0.3}[k];
        z[3 + k] = 0;
        z1[k] = at.v[k];
    }
    hol_rotate(R, omega, z1 + 3);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) Q[i] -= K[6 * i + k] * z[k] + C[6 * i + k] * z1[k];
    hol_rotate_back(R, Q + 3, moment);
    for (int k = 0; k < 3; k++) L[k] = J[k] * omega[k];
    hol_cross(L, omega, c);
    for (int k = 0; k < 3; k++) {
        double wanted = (moment[k] + c[k]) / J[k];
        ck_assert_msg(fabs(r2[k] - Q[k] / mass) < 1e-12 * 50, "%s: %.15g m/s^2, not %.15g",
                      formulation[_i], r2[k], Q[k] / mass);
        ck_assert_msg(fabs(turn[k] - wanted) < 1e-12 * 300, "%s: %.15g rad/s^2, not %.15g",
                      formulation[_i], turn[k], wanted);
    }
    hol_model_free(m);
}
END_TEST

/* theta = sin(phi) e_k: J phi'' = -k sin(phi) cos(phi) - c cos(phi)^2 phi'. */
START_TEST(about_one_axis_the_moment_is_that_of_the_sine)
{
    int axis = _i / FORMULATIONS;
    const double phi = 0.9, rate = 1.7, k = 7.3, c = 0.4;
    double K[36] = {0}, C[36] = {0}, r2[3], turn[3];
    hol_pose at = {.r = {0.1, -0.2, 0.3}, .p = {cos(phi / 2)}};
    at.p[1 + axis] = sin(phi / 2);
    at.omega[axis] = rate;
    K[7 * (3 + axis)] = k;
    C[7 * (3 + axis)] = c;
    hol_model *m = on_ground(&at, NULL, K, C);
    accelerations(m, formulation[_i % FORMULATIONS], r2, turn);
    double wanted = -(k * sin(phi) * cos(phi) + c * cos(phi) * cos(phi) * rate) / J[axis];
    ck_assert_msg(fabs(turn[axis] - wanted) < 1e-12 * 50, "%s: axis %d: %.15g, not %.15g",
                  formulation[_i % FORMULATIONS], axis, turn[axis], wanted);
    hol_model_free(m);
}
END_TEST

/* ---------------------------------------------------------------- motions */

/* u = A cos(w t), w^2 = k/m; phi = phi0 cos(w (1 - phi0^2 / 4) t), w^2 = k/J: a pendulum of twice
 * the angle. */
START_TEST(small_oscillations_have_their_frequencies)
{
    const double k = 31, kt = 2.9, phi0 = 1e-4, A = 0.3;
    double K[36] = {0};
    hol_pose at = {.r = {0.1 + A, -0.2, 0.3}, .p = {cos(phi0 / 2), 0, 0, sin(phi0 / 2)}};
    K[0] = k;
    K[35] = kt;
    motion x = motion_of(on_ground(&at, NULL, K, NULL));
    for (int n = 1; n <= 64; n++) {
        double t = 0.03125 * n;
        hol_quad_pose pose;
        hol_quad multiplier[8];
        ck_assert_int_eq(hol_quad_motion_go(x.Q, (hol_quad)0.03125, t), HOL_OK);
        hol_quad_motion_look(x.Q, &pose, multiplier);
        double u = (double)pose.r[0] - 0.1,
               phi = 2 * asin((double)pose.p[3] * ((double)pose.p[0] < 0 ? -1 : 1));
        double slide = A * cos(sqrt(k / mass) * t);
        double turn = phi0 * cos(sqrt(kt / J[2]) * (1 - phi0 * phi0 / 4) * t);
        ck_assert_msg(fabs(u - slide) < 1e-14, "t = %g: %.16g m, not %.16g", t, u, slide);
        ck_assert_msg(fabs(phi - turn) < 1e-9 * phi0, "t = %g: %.16g rad, not %.16g", t, phi, turn);
    }
    motion_end(&x);
}
END_TEST

/* Two free bodies that turn far: the force is the gradient of the potential that both have. */
START_TEST(two_bodies_on_a_bushing_keep_their_energy_in_quadruple_precision)
{
    double K[36];
    const double rest[4] = {0.5, 0.5, -0.5, 0.5};
    hol_model *m = hol_model_new();
    for (int b = 0; b < 2; b++) {
        hol_body body = {.name = {b ? 'b' : 'a'},
                         .m = mass - 0.4 * b,
                         .J = {J[0], J[1], J[2]},
                         .at = {.r = {0.6 * b, 0.2, 0.1 * b}, .p = {1}, .omega = {b, 1.3, -b}}};
        if (b) memcpy(body.at.p, (double[]){0.5, -0.1, 0.7, 0.5}, sizeof body.at.p);
        hol_add_body(m, &body);
    }
    matrix(3, K);
    hol_bushing(m, hol_point(0, 0.2, -0.1, 0.3), hol_point(1, -0.1, 0.2, 0), rest, K, NULL);
    motion x = motion_of(m);
    ck_assert(x.sys->has & HOL_CONSERVATIVE);
    double *q = hol_take(x.sys->work, x.sys->nq), *v = hol_take(x.sys->work, x.sys->nv);
    hol_place(x.sys, NULL, q, v);
    double both = hol_potential(x.sys, q) + hol_kinetic(x.sys, q, v);
    hol_quad first = hol_quad_motion_energy(x.Q), most = 0;
    ck_assert_msg(fabs(both - (double)first) < 1e-13 * both, "%.17g J, not %.17g", (double)first,
                  both);
    for (int n = 1; n <= 200; n++) {
        ck_assert_int_eq(hol_quad_motion_go(x.Q, (hol_quad)0.0078125, 0.0078125 * n), HOL_OK);
        hol_quad apart = hol_quad_motion_energy(x.Q) - first;
        if (apart < 0) apart = -apart;
        if (apart > most) most = apart;
    }
    ck_assert_msg((double)most < 1e-27 * both, "%.3g J of %.3g J", (double)most, both);
    motion_end(&x);
}
END_TEST

START_TEST(a_bushing_that_cannot_be_is_a_mistake)
{
    double K[36];
    hol_message why;
    hol_model *m = hol_model_new();
    hol_body ball = {.name = "ball", .shape = HOL_POINT, .m = 1, .at = {.p = {1}}};
    hol_body a = {.name = "a", .m = 1, .J = {1, 1, 1}, .at = {.p = {1}}};
    hol_add_body(m, &ball);
    hol_add_body(m, &a);
    matrix(1, K);
    hol_bushing(m, hol_point(0, 0, 0, 0), hol_point(1, 0, 0, 0), NULL, K, NULL);
    K[8] = 5;
    hol_bushing(m, hol_point(HOL_GROUND, 0, 0, 0), hol_point(1, 0, 0, 0), NULL, K, NULL);
    ck_assert(hol_model_mistakes(m, &why));
    ck_assert_str_eq(why.text, "bushing: 'ball' has no axes; bushing: its stiffness is not "
                               "symmetric: (2, 3) is 5, (3, 2) is 0.311541");
    hol_model_free(m);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {at_rest_orientation_the_matrices_give_force_and_moment, FORMULATIONS},
        {about_one_axis_the_moment_is_that_of_the_sine, 3 * FORMULATIONS},
        {small_oscillations_have_their_frequencies, 1},
        {two_bodies_on_a_bushing_keep_their_energy_in_quadruple_precision, 1},
        {a_bushing_that_cannot_be_is_a_mistake, 1},
    };
    return hol_run_loops("bushing", loop, sizeof loop / sizeof *loop);
}
