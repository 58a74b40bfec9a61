/* SPDX-License-Identifier: GPL-3.0-or-later */
/* joint_forces.h: forces Q along the coordinate x of a joint, its angle or its length, on the
 * second body of the joint, and the opposite on the first; with n the axis, a_i, a_j the directions
 * across it (hol_joint), b_i = n x a_i, d from the joint's point of i to that of j:
 *
 *     angle   x = atan2(<b_i, a_j>, <a_i, a_j>)      length   x = <n, d>
 *
 * The generalised force is Q grad x, so that -dU/dx has the potential U in every formulation. */
#pragma once

#include "mechanics/terms.h"

struct hol_motor_law {
    hol_force_law force; /* first: the force's law is one of these */
    hol_joint_coordinate of;
    const hol_expression *e; /* of t, x and x'; NULL: the function below */
    double (*Q)(const void *user, double t, double x, double rate);
    const void *user;
    double constant;         /* Q where it depends on nothing, else NaN */
    const hol_expression *U; /* of which Q is -dU/dx; NULL: it is not given by one */
};

/* A law by an expression of t, x, x', whose names of x and x' do not matter any more. */
const hol_motor_law *hol_motor_of_expression(hol_model *model, hol_joint_coordinate of,
                                             const hol_expression *e);
/* By a potential energy of x, likewise. */
const hol_motor_law *hol_motor_of_energy(hol_model *model, hol_joint_coordinate of,
                                         const hol_expression *U);
/* Puts moved(self, x) in place of every constant x of the expression Q that a force of the model
 * has along a joint's coordinate, its energy stands; of any other force nothing. */
void hol_motor_move(hol_model *model, hol_force *f, double (*moved)(void *self, double x),
                    void *self);
/* The names that stand for t, x, x'. */
enum { HOL_MOTOR_NAMES = 3 };
extern const char *const hol_motor_name[2][HOL_MOTOR_NAMES];
