/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steppers, with what makes a refusal one of the model; callbacks that several methods have. */
#pragma once

#include "holonomy/method.h"

/* hol_stepper_new; unfit: the method's set-up has no place for what `why` names of the model. */
hol_stepper *hol_stepper_try(hol_eval *sys, const hol_method *method, const double opt[],
                             hol_status *status, bool *unfit, hol_message *why);

/* Claims that depend on nothing: the method's `data`, a hol_claims. */
hol_claims hol_claims_of_data(const hol_method *method, hol_eval *sys, const double opt[]);
/* Claims of that order of q, v and lambda, and of what is kept of Phi = 0, G v = 0 and the inner
 * rows. */
hol_claims hol_claims_of_order(double order, hol_kept phi, hol_kept gv, hol_kept inner);
/* Takes the state to (q, v), which may be its own, and p = M v; by scratch that ends with the step.
 */
void hol_arrive(hol_stepper *s, const double q[], const double v[], hol_state *z);
/* The start of a method whose states keep the acceleration at the node. */
hol_status hol_start_with_acceleration(hol_stepper *s, double h, hol_state *z);
/* The restart of a method whose states serve steps of any size. */
hol_status hol_restart_as_before(hol_stepper *s, double h, hol_state *z);
