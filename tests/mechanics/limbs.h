/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model whose tree has limbs of every kind: that are still, that turn about one axis of space and
 * that turn in it, carried by joints of every kind, with rows and forces between them. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "holonomy/assemble.h"
#include "holonomy/so3.h"
#include "tests/generic.h"

enum {
    ARM,
    SLED,
    WHEEL,
    FORK,
    ROD,
    CART,
    BOB,
    FLAG,
    VANE,
    CRADLE,
    SEAT,
    GLOBE,
    HAND,
    EYE,
    DRIFT,
    BEAM,
    SLIDER,
    BODIES
};

static const double limb_at[BODIES][2][3] = {/* points of the joints: before, and in itself */
                                             [ARM] = {{0.2, -0.1, 0.3}, {-0.4, 0.1, 0.2}},
                                             [SLED] = {{0.5, 0.2, 0.1}, {0.1, -0.1, 0.2}},
                                             [WHEEL] = {{0.3, 0.1, -0.2}, {0, 0.2, 0.1}},
                                             [FORK] = {{0.1, 0.4, 0.2}, {-0.2, 0.1, 0.3}},
                                             [ROD] = {{0.3, 0.2, -0.1}, {0.2, 0.3, 0.1}},
                                             [CART] = {{1.5, -0.6, 0.4}, {0.1, 0.2, 0.3}},
                                             [BOB] = {{0.2, -0.3, 0.1}, {0.4, 0.1, -0.2}},
                                             [FLAG] = {{-1, 0.3, 0.6}, {-0.3, 0.2, 0}},
                                             [VANE] = {{0.4, 0.3, 0.2}, {0.1, -0.4, 0.2}},
                                             [CRADLE] = {{0.4, 1.6, -0.2}, {0, 0.1, 0.4}},
                                             [SEAT] = {{0.2, 0.1, -0.5}, {0.1, 0.2, 0.3}},
                                             [GLOBE] = {{0.1, 0.3, 0.2}, {0.1, 0.2, -0.4}},
                                             [HAND] = {{0.3, 0.2, 0.1}, {0, 0.3, 0.2}},
                                             [EYE] = {{0.2, 0.1, 0.4}, {0.1, 0, 0.1}},
                                             [DRIFT] = {{2, -1, 3}, {0, 0, 0}},
                                             [BEAM] = {{2, 2, 0}, {-0.5, 0.1, 0}},
                                             [SLIDER] = {{0.6, 0.2, 0}, {0.1, -0.3, 0}}};
static const int limb_before[BODIES] = {
    [ARM] = HOL_GROUND,  [SLED] = ARM,   [WHEEL] = SLED,      [FORK] = WHEEL, [ROD] = FORK,
    [CART] = HOL_GROUND, [BOB] = CART,   [FLAG] = HOL_GROUND, [VANE] = FLAG,  [CRADLE] = CART,
    [SEAT] = CRADLE,     [GLOBE] = FLAG, [HAND] = GLOBE,      [EYE] = HAND,   [DRIFT] = HOL_GROUND,
    [BEAM] = HOL_GROUND, [SLIDER] = BEAM};

static hol_marker limb_point(int body, int end)
{
    const double *x = limb_at[body][end];
    return hol_point(end ? body : limb_before[body], x[0], x[1], x[2]);
}

static hol_marker limb_direction(int body, int end, const double x[3])
{
    return hol_direction(end ? body : limb_before[body], x[0], x[1], x[2]);
}

/* All bodies upright, the points of each joint one. */
static void limbs_upright(hol_pose at[BODIES])
{
    for (int b = 0; b < BODIES; b++) {
        at[b] = (hol_pose){.p = {1}};
        for (int k = 0; k < 3; k++)
            at[b].r[k] = limb_at[b][0][k] - limb_at[b][1][k] +
                         (limb_before[b] == HOL_GROUND ? 0 : at[limb_before[b]].r[k]);
    }
}

static void limbs_bodies(hol_model *m, const hol_pose at[BODIES])
{
    static const char *const name[BODIES] = {"arm",  "sled", "wheel", "fork",   "rod",   "cart",
                                             "bob",  "flag", "vane",  "cradle", "seat",  "globe",
                                             "hand", "eye",  "drift", "beam",   "slider"};
    for (int b = 0; b < BODIES; b++) {
        hol_body body = {.m = 0.7 + 0.11 * b,
                         .J = {0.2 + 0.02 * b, 0.31 + 0.01 * b, 0.25 + 0.001 * b * b},
                         .shape = b >= BEAM ? HOL_PLANAR : HOL_RIGID,
                         .at = at[b]};
        strcpy(body.name, name[b]);
        hol_add_body(m, &body);
    }
}

static void limbs_joints(hol_model *m)
{
    static const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, down[3] = {0, -1, 0}, z[3] = {0, 0, 1};
    static const double minus[3] = {0, 0, -1}, skew[3] = {0.48, 0.6, 0.64},
                        along[3] = {0.6, 0, 0.8};
    static const double across[3] = {0.8, 0, -0.6}, in_plane[3] = {0.28, 0.96, 0};
    static const double beside[3] = {-0.96, 0.28, 0};
#define MARKERS(b, u, v)                                                                           \
    limb_point(b, 0), limb_point(b, 1), limb_direction(b, 0, u), limb_direction(b, 1, v)
#define TURNED(b, u, v) /* the limb's body is the joint's first */                                 \
    limb_point(b, 1), limb_point(b, 0), limb_direction(b, 1, v), limb_direction(b, 0, u)
    hol_revolute(m, "arm", MARKERS(ARM, y, y));
    hol_translational(m, "sled", MARKERS(SLED, along, along), limb_direction(SLED, 0, across),
                      limb_direction(SLED, 1, across));
    hol_cylindrical(m, "wheel", TURNED(WHEEL, down, down));
    hol_universal(m, "fork", MARKERS(FORK, along, across));
    hol_cylindrical(m, "rod", MARKERS(ROD, skew, skew));
    hol_translational(m, "cart", MARKERS(CART, skew, skew), limb_direction(CART, 0, across),
                      limb_direction(CART, 1, across));
    hol_revolute(m, "bob", MARKERS(BOB, skew, skew));
    hol_revolute(m, "flag", MARKERS(FLAG, z, z));
    hol_revolute(m, "vane", MARKERS(VANE, along, along));
    hol_universal(m, "cradle", MARKERS(CRADLE, x, y));
    hol_translational(m, "seat", TURNED(SEAT, along, along), limb_direction(SEAT, 1, across),
                      limb_direction(SEAT, 0, across));
    hol_spherical(m, "globe", limb_point(GLOBE, 0), limb_point(GLOBE, 1));
    hol_revolute(m, "hand", MARKERS(HAND, skew, skew));
    hol_spherical(m, "eye", limb_point(EYE, 0), limb_point(EYE, 1));
    hol_revolute(m, "beam", MARKERS(BEAM, minus, minus));
    hol_translational(m, "slider", MARKERS(SLIDER, in_plane, in_plane),
                      limb_direction(SLIDER, 0, beside), limb_direction(SLIDER, 1, beside));
#undef MARKERS
#undef TURNED
}

static void limbs_forces(hol_model *m)
{
    static const double tau[3] = {0.3, -0.7, 1.1};
    double K[36] = {0};
    for (int k = 0; k < 36; k += 7) K[k] = 1.3 + 0.1 * k;
    hol_gravity(m, (double[3]){0.4, -1.9, -5.1});
    for (int b = ARM; b <= BEAM; b += 3) hol_torque_space(m, b, tau);
    for (int b = SLED; b <= BEAM; b += 2) hol_torque_body(m, b, tau);
    hol_torque_of_time(m, WHEEL, true, tau, hol_law_read(m, "cos(2*t)"));
    hol_force_of_time(m, hol_point(VANE, 0.2, 0.1, -0.3), tau, hol_law_read(m, "exp(-t)"));
    hol_spring(m, hol_point(ROD, 0.3, 0.1, 0.2), hol_point(HOL_GROUND, 3, 1, -2), 2.3, 0.6, 0.2);
    hol_spring(m, hol_point(WHEEL, 0, 0.1, 0.2), hol_point(SEAT, 0.1, 0.3, 0), 1.7, 0.4, 0);
    hol_spring(m, hol_point(EYE, 0.1, 0.3, 0), hol_point(DRIFT, 0.1, 0, 0.2), 2.7, 0.4, 0.1);
    hol_spring(m, hol_point(SLIDER, 0.1, 0.1, 0), hol_point(CART, 0.2, 0, 0.1), 1.1, 0.5, 0.1);
    hol_joint_spring(m, "sled", HOL_LENGTH, 3.1, 0.1, 0.3);
    hol_joint_spring(m, "bob", HOL_ANGLE, 0.9, 0.4, 0.1);
    hol_joint_spring(m, "wheel", HOL_ANGLE, 0.7, -0.3, 0.2);
    hol_joint_spring(m, "wheel", HOL_LENGTH, 1.7, 0.2, 0.1);
    hol_joint_spring(m, "seat", HOL_LENGTH, 2.1, -0.1, 0.2);
    hol_joint_spring(m, "beam", HOL_ANGLE, 1.1, 0.6, 0.1);
    hol_joint_spring(m, "slider", HOL_LENGTH, 1.3, 0.3, 0);
    const hol_motor_law *Q = hol_motor_read(m, HOL_ANGLE, "-0.8*sin(angle) - 0.1*rate");
    hol_motor_about(m, hol_direction(HOL_GROUND, 0.48, 0.6, 0.64),
                    hol_direction(HOL_GROUND, 0.8, 0, -0.6), hol_direction(BOB, 0.6, 0, 0.8), Q);
    hol_motor_about(m, hol_direction(HOL_GROUND, 0, 1, 0), hol_direction(HOL_GROUND, 1, 0, 0),
                    hol_direction(ROD, 0.6, 0, 0.8), Q);
    hol_motor(m, "hand", hol_motor_of_potential(m, HOL_ANGLE, "-1.2*log(2 + cos(angle - 0.3))"));
    hol_motor(m, "arm", hol_motor_read(m, HOL_ANGLE, "sin(angle) - 0.2*rate + 0.1*t"));
    hol_potential_of_place(m, hol_point(FORK, 0.1, 0.2, 0.1), "0.3*x^2*y + cos(z)");
    hol_bushing(m, hol_point(VANE, 0.1, 0, 0.2), hol_point(BOB, 0, 0.3, 0), NULL, K, NULL);
}

static void limb_in_space(const hol_pose *at, const double rho[3], double x[3])
{
    double R[9];
    hol_quaternion_to_matrix(at->p, R);
    hol_rotate(R, rho, x);
    for (int k = 0; k < 3; k++) x[k] += at->r[k];
}

static double limbs_distance(const hol_pose at[], hol_marker i, hol_marker j)
{
    double x[3], y[3], d = 0;
    limb_in_space(&at[i.body], i.rho, x);
    limb_in_space(&at[j.body], j.rho, y);
    for (int k = 0; k < 3; k++) d += (x[k] - y[k]) * (x[k] - y[k]);
    return sqrt(d);
}

/* Rows that hold where the bodies are at those poses: of squares, linear, of a turned span, of
 * velocities; two of them driven. */
static void limbs_rows(hol_model *m, const hol_pose at[BODIES])
{
    char law[64];
    double x[3], y[3], R[9];
    hol_marker i = hol_point(ROD, 0.1, 0.5, 0.2), j = hol_point(CART, 0.3, 0.1, 0.2);
    hol_marker k = hol_point(BOB, 0.1, 0, 0.2), l = hol_point(VANE, 0.5, 0.1, 0.2);
    hol_distance(m, "thread", i, j, limbs_distance(at, i, j));
    hol_distance(m, "string", k, l, limbs_distance(at, k, l));
    k = hol_point(EYE, 0.2, 0, 0.1), l = hol_point(ARM, 0.1, 0.1, 0.2);
    hol_distance(m, "lace", k, l, limbs_distance(at, k, l));
    limb_in_space(&at[WHEEL], (double[3]){0.2, 0.3, 0.1}, x);
    snprintf(law, sizeof law, "%.17g + 0.2*sin(t)", x[0]);
    hol_drive_coordinate(m, "push", hol_point(WHEEL, 0.2, 0.3, 0.1), (double[3]){1, 0, 0},
                         hol_law_read(m, law));
    hol_quaternion_to_matrix(at[SEAT].p, R); /* of its e_1 from e_1 of the flag about e_3 */
    for (int c = 0; c < 3; c++) y[c] = R[3 * c];
    hol_quaternion_to_matrix(at[FLAG].p, R);
    hol_rotate_back(R, y, x);
    snprintf(law, sizeof law, "%.17g + 0.3*t", atan2(x[1], x[0]));
    hol_drive_angle(m, "turn", hol_direction(FLAG, 0, 0, 1), hol_direction(FLAG, 1, 0, 0),
                    hol_direction(SEAT, 1, 0, 0), hol_law_read(m, law));
    hol_drive_slip(m, "slip", hol_direction(FORK, 0.6, 0, 0.8), hol_point(FORK, 0.1, 0.1, 0),
                   hol_law_read(m, "0.1 + 0.2*t"));
}

/* Where joint coordinates are drawn at random. */
static hol_model *limbs_model(void)
{
    hol_message why = {""};
    hol_pose at[BODIES];
    hol_model *m[2];
    limbs_upright(at);
    for (int k = 0; k < 2; k++) {
        m[k] = hol_model_new();
        limbs_bodies(m[k], at);
        limbs_joints(m[k]);
        if (k) break;
        hol_eval *sys =
            hol_eval_take(hol_realise(m[0], hol_formulation_named("joint"), NULL, &why));
        ck_assert_msg(sys, "%s", why.text);
        double q[64], v[32], dv[32];
        hol_draw draw = {31};
        ck_assert_int_eq(sys->nv, 30);
        hol_draw_fill(&draw, sys->nv, dv);
        hol_draw_fill(&draw, sys->nv, v);
        hol_place(sys, NULL, q, (double[32]){0});
        hol_move(sys, q, dv, q);
        hol_poses(sys, q, v, at);
        hol_eval_free(sys);
        hol_model_free(m[0]);
    }
    limbs_forces(m[1]);
    limbs_rows(m[1], at);
    ck_assert_msg(hol_assemble(m[1], NULL, NULL, &why), "%s", why.text);
    return m[1];
}
