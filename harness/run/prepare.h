/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prepare.h: the first half of hol_run, all that precedes the first step, and its look at each. */
#pragma once

#include "holonomy/run.h"

/* Fills the result up to the stepper, the state (not started) and the reference; of a case without
 * a method up to the system and the reference.  Leaves the
 * innermost hol_try (base/memory.h) where there is no memory; the result is the caller's to free.
 */
hol_outcome hol_prepare(const hol_case *c, hol_result *result);

/* Is the step a number above 0?  False with a message. */
bool hol_step_makes_sense(double h, hol_message *why);
/* Are those of a loop, and is its end none before the start?  False with status and message. */
bool hol_advance_makes_sense(hol_advance *a);

typedef struct { /* poses by the names of bodies */
    const char *problem;
    int bodies;
    hol_word *body; /* their names, in the problem's order */
    const hol_start_pose *start;
    int starts;
} hol_poses_asked;
/* In the order of the bodies, one for each; false with a message. */
bool hol_order_starts(const hol_poses_asked *asked, hol_pose at[], hol_message *why);

/* Does the start of the case, result->at, satisfy every row of the model, and can the coordinates
 * of the run have it?  False with the refusal's reason. */
bool hol_start_is_possible(hol_result *result);

/* Finds the joint rows of the reference's multipliers in the experiment's system. */
void hol_match_reference(hol_result *result);

/* ---------------------------------------------------------------- what is measured of it
 *
 * Diagnostics and errors of each node of a motion in turn, whoever makes it.  All leave the
 * innermost hol_try where there is no memory. */

/* The diagnostics of a result that hol_prepare has filled; span: of a motion [s]; work: scratch. */
void hol_look_begin(hol_result *r, double span, hol_work *work);
/* The next node. */
void hol_look(hol_result *r, const hol_state *z);
/* The errors at the node looked at last, at time t. */
void hol_look_at_end(hol_result *r, double t);

extern const hol_refusal hol_no_room; /* what there is to say where there is no memory */
