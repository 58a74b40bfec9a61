/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drives.h: functions of time that drive rows of constraints.
 *
 *     Phi = scale <a, b> + offset - share w(t)                      a distance, a coordinate
 *     Phi = <n(t), b>,  n = cos(w) a + sin(w) beside                an angle: w
 *
 * With a and `beside` at right angles in one body, and b a direction of the other, the second is
 * sin(angle - w), whose gradient is 1 for any angle; G depends on time. */
#pragma once

#include "mechanics/internal.h"
#include "numerics/expression.h"

struct hol_law {
    const hol_expression *e; /* of t; NULL: the function below */
    void (*rates)(const void *user, double t, double w[3]);
    const void *user;
};

/* w, w', w'' at t. */
void hol_law_rates(const hol_law *law, double t, double w[3]);
bool hol_law_has_series(const hol_law *law);
/* A copy of an expression of t as a law of the model; NULL: no memory, which the model remembers.
 */
const hol_law *hol_law_of_expression(hol_model *model, const hol_expression *e);

/* w^2 */
const hol_law *hol_law_square(hol_model *model, const hol_law *law);

/* The tables of time in a law of the model, an expression whose first variable is the time (NULL:
 * none), have their knots among those of the model. */
void hol_model_take_knots(hol_model *model, const hol_expression *e);
/* Whether there are tables of time; the first of their knots later than t, HUGE_VAL: there is none.
 */
bool hol_model_has_knots(const hol_model *model);
double hol_model_knot(const hol_model *model, double t);

/* ---------------------------------------------------------------- realised */

/* The driven rows of the model; the spans of turned rows: see hol_add_joint_rows. */
void hol_list_drives(hol_system *R);
/* What of them is fixed in space is as it was before it was turned. */
void hol_straighten_spans(hol_eval *sys);
/* n in place of a, cos(w) b and sin(w) b, for products and gradients at the time t. */
void hol_turn_spans(hol_eval *sys, double t);
/* Of a turned row at the time that rows were asked for last: of its spans apart, as they stand in
 * the model. */
void hol_turned_parts(hol_eval *sys, int row, hol_bilinear part[2], double factor[2]);
/* Phi -= share w(t) */
void hol_take_drives(const hol_system *R, double t, double phi[]);
/* Phi_t, and Phi_tt + 2 d/dt(G) v; of turned rows with their d/dt(G) v at fixed time, for which
 * hol_absolute_curvature has 0: without a time there is none. */
void hol_absolute_drive(hol_eval *sys, double t, const double q[], const double v[], double phi_t[],
                        double phi_tt[]);
