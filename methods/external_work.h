/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The work of the forces without a potential: paper 000, section 4.1, its W_ext. */
#pragma once

#include "holonomy/method.h"

/* <v, F> [W], in flat coordinates. */
double hol_power(hol_eval *sys, hol_work *w, double t, const double q[], const double v[]);

typedef void hol_motion_at(void *self, double theta, double q[], double v[]);

/* The work along the motion `at` over the step from t to t + h, by Lobatto's rule with six nodes:
 * degree 9, so that the motion's own error is the larger one; `power` at both ends. */
double hol_lobatto_work(hol_eval *sys, hol_work *w, double t, double h, const double power[2],
                        hol_motion_at *at, void *self);
