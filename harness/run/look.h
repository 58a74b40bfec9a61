/* SPDX-License-Identifier: GPL-3.0-or-later */
/* look.h: what is measured of a result's motion, whoever makes it: diagnostics and errors of each
 * node in turn.  All leave the innermost hol_try where there is no memory. */
#ifndef HOL_LOOK_H
#define HOL_LOOK_H

#include "holonomy/run.h"

/* The diagnostics of a result that hol_prepare has filled, over [0, t_end]; work: scratch. */
void hol_look_begin(hol_result *r, double t_end, hol_work *work);
/* The next node. */
void hol_look(hol_result *r, const hol_state *z);
/* The errors at the node looked at last, at time t. */
void hol_look_at_end(hol_result *r, double t);

#endif
