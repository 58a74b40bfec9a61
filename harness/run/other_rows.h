/* SPDX-License-Identifier: GPL-3.0-or-later */
/* other_rows.h: the choice of the rows that are left out (holonomy/redundant.h), made again on the
 * way where the rows kept come near to depending on each other.
 *
 * The system of an experiment does not change: another one, of the other rows in the same
 * coordinates, takes its place between two steps: places and velocities go over, brought onto all
 * rows, the nodal momenta as they are, and the method is started anew.  Where the mechanism itself
 * is singular, so that no choice is better, nothing changes. */
#pragma once

#include "holonomy/experiment.h"

typedef struct hol_chooser hol_chooser;

/* NULL: nothing is left out, or the rows cannot be looked at.  Borrows the experiment, whose
 * system, stepper and state it replaces; what they replace lives as long as m. */
hol_chooser *hol_chooser_new(hol_memory *m, hol_experiment *x);
/* An hol_advance's other_rows: the experiment's left_out is then what is to be left out. */
bool hol_chooser_asked(void *chooser, const hol_state *z, bool met);
/* The system, the stepper and the state of the rows that were asked for, started for steps h;
 * otherwise the message says why there are none, and the experiment is what it was. */
hol_status hol_chooser_change(hol_chooser *chooser, double h, hol_message *why);
/* How often it was made again; the first time, and what was left out from then on. */
long hol_chooser_changes(const hol_chooser *chooser, double *t, const char **text);
