/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepare.h: the first half of hol_run, all that precedes the first step. */
#ifndef HOL_PREPARE_H
#define HOL_PREPARE_H

#include "holonomy/run.h"

/* Fills the result up to the stepper, the state (not started) and the reference.  `at`: the start,
 * one pose per body in the bodies' order, the caller's to free; NULL: the problem's own. */
hol_outcome hol_prepare(const hol_case *c, hol_result *result, hol_pose **at);

#endif
