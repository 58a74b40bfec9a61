/* SPDX-License-Identifier: GPL-3.0-or-later */
/* singular.h: singular configurations that a run would step over.
 *
 * Where a motion passes a configuration at which (G; A) loses rank, on either side of it the rows
 * span nearly the same space, but one of them has turned over: in (G; A) orthonormalised row by row
 * one row changes its sign.  So the cosines between that row at two nodes,
 *
 *   c_k = pivot_k(C B^T) / sqrt(pivot_k(B B^T) pivot_k(C C^T)),   B, C: (G; A) at the nodes,
 *
 * are near 1 over a short regular step and near -1 over a passage; between 0 and 1/2, as over a
 * long step or where the motion changes branches, the motion between the nodes is looked at more
 * closely.
 */
#pragma once

#include "holonomy/sample.h"

typedef struct hol_watch hol_watch;

/* Of the rows that are independent at the model's start; NULL where there is nothing to watch: no
 * rows, or dependent ones that are too many to name. */
hol_watch *hol_watch_new(hol_eval *sys);
void hol_watch_free(hol_watch *w);
/* For the same run once more: a watch that looks at nothing, says AGAIN where that one has, and
 * knows of no passage; NULL where it never has, or is NULL. */
hol_watch *hol_watch_repeat(hol_watch *w);

/* The node the next step begins at. */
void hol_watch_start(hol_watch *w, const hol_state *z);
/* Of the last node: the least square of a row's distance from the rows before it, over its own; 0
 * where the rank is lost. */
double hol_watch_least(const hol_watch *w);
/* Whether a singular configuration lies on the step that ends at this node, at which the next one
 * begins.  What a long step makes of the motion between its nodes may pass one that the motion does
 * not: where a step may be taken `again`, by halves, the answer is AGAIN down to a 64th of the step
 * on which a passage was seen first; the watch then stays at the node before. */
typedef enum { HOL_CLEAR, HOL_AGAIN, HOL_PASSED } hol_watched;
hol_watched hol_watch_step(hol_watch *w, const hol_node *node, bool again, hol_passage *found);
/* The coordinates q (nq) of the passage that was found last. */
double *hol_watch_met(hol_watch *w);
/* The same within h of the last node, or before the end of the step that is taken AGAIN, along q o
 * exp(s v + s^2/2 v'), 0 <= s <= h. */
bool hol_watch_ahead(hol_watch *w, hol_stepper *s, double h, const hol_state *z,
                     hol_passage *found);
