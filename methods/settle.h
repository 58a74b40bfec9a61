/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterations whose matrix stays as it is, of first order. */
#pragma once

#include "holonomy/method.h"

/* Corrects the unknowns of a step once; the largest change, over the length of the system. */
typedef double hol_pass(hol_stepper *s, const void *step);

/* Passes until the tolerance is met, and on as long as each changes less than the one before: what
 * is left would be seen as a change of the energy.  `of` names the equations. */
hol_status hol_settle(hol_stepper *s, double tolerance, hol_pass *pass, const void *step,
                      const char *of);
