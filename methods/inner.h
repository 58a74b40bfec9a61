/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stepper of another method within a method: what it is composed of, or started by. */
#pragma once

#include "holonomy/method.h"

/* Ends with s; opt NULL: the defaults.  Where it is not made the status says why; to be called in
 * set-up only. */
hol_status hol_inner_make(hol_stepper *s, const char *method, const double opt[],
                          hol_stepper **inner);
/* A state of it, which ends with s. */
hol_state *hol_inner_state(hol_stepper *s, hol_stepper *inner);
/* One step of size h, or the start, on a state that is undone with the step of s alone; z->t is
 * left as it is.  The inner stepper's residual becomes that of s. */
hol_status hol_inner_step(hol_stepper *s, hol_stepper *inner, double h, hol_state *z);
hol_status hol_inner_start(hol_stepper *s, hol_stepper *inner, double h, hol_state *z);
