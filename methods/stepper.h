/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steppers, with what makes a refusal one of the model. */
#ifndef HOL_STEPPER_H
#define HOL_STEPPER_H

#include "holonomy/method.h"

/* hol_stepper_new; unfit: the method's set-up has no place for what `why` names of the model. */
hol_stepper *hol_stepper_try(hol_eval *sys, const hol_method *method, const double opt[],
                             hol_status *status, bool *unfit, hol_message *why);

#endif
