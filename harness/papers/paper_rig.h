/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_rig.h: a method on a problem, set up for the studies that read its steps one by one. */
#ifndef HOL_PAPER_RIG_H
#define HOL_PAPER_RIG_H

#include "mechanics/holonomy.h"

enum { HOL_RIG_WORDS = 8 };

typedef struct { /* parameters and options "name=value", each ends with NULL */
    const char *problem, *method, *formulation; /* formulation: NULL: the method's */
    const char *parameter[HOL_RIG_WORDS], *option[HOL_RIG_WORDS];
} hol_rig_plan;

typedef struct {
    const hol_method *method;
    double *par, *opt;
    hol_model *model; /* NULL where the problem hands over a finished one */
    hol_system *sys;
    hol_stepper *s;
    hol_state *z;
} hol_rig;

/* False with a message; to be closed either way. */
bool hol_rig_open(hol_rig *r, const hol_rig_plan *plan, hol_message *why);
void hol_rig_close(hol_rig *r);
/* From the problem's start, and the step from node n - 1 to n at t = n h; false with a message that
 * names the method, step and reason. */
bool hol_rig_start(hol_rig *r, double h, hol_message *why);
bool hol_rig_step(hol_rig *r, double h, long n, hol_message *why);
/* The same of a start (n = 0) or step that a study made by itself: z->t and the message. */
bool hol_rig_went(hol_rig *r, hol_status status, double h, long n, hol_message *why);
double hol_rig_energy(const hol_rig *r); /* of the state's (q, v) [J] */

#endif
