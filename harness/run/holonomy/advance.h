/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/advance.h: the stepping loop, at fixed steps or under the control of an error estimate.
 */
#ifndef HOLONOMY_ADVANCE_H
#define HOLONOMY_ADVANCE_H

#include <signal.h>

#include "holonomy/api.h"
#include "holonomy/method.h"
#include "holonomy/problem.h"

HOL_API_BEGIN

typedef struct { /* an accepted node, as observers see it */
    hol_stepper *s;
    const hol_state *before; /* the state the step began at; NULL at the first node */
    const hol_state *z;
    double h; /* of the step just taken; 0 at the first node */
    long step;
    double t_end;
} hol_node;

struct hol_watch; /* singular.h */

typedef struct {      /* a singular configuration on the way */
    double t;         /* to 1/256 of the step [s] */
    hol_message text; /* the rows concerned */
} hol_passage;

typedef void hol_observer(void *self, const hol_node *node);

typedef struct {
    hol_stepper *s;
    hol_state *z;    /* started at t = 0 */
    double h, t_end; /* the (first) step and the span [s] */
    bool adaptive;
    double error_order; /* of the estimate, where adaptive */
    long max_steps;
    hol_observer *observe; /* or NULL */
    void *observer;
    /* Or NULL: asked of the observer at each node after the first; true, with why: what is there is
     * no motion of the mechanism any more, and the run ends as DIVERGED. */
    bool (*lost)(void *observer, hol_message *why);
    const volatile sig_atomic_t *stop; /* or NULL: ends after the step during which it is set */
    struct hol_watch *watch;           /* or NULL: nobody looks for singular configurations */
    bool through;                      /* goes on past them */
    /* Or NULL: asked at a node where the rows are near to depending on each other, or `met` ahead
     * of it; true: the run is to go on with other rows, by hol_advance_go_on. */
    bool (*other_rows)(void *self, const hol_state *z, bool met);
    void *chooser;
    bool again; /* it ended for that */

    double h_min, h_max, h_last; /* of accepted steps */
    long steps, rejected;
    long passages;      /* steps on which a singular configuration was passed */
    hol_passage passed; /* the first one, passed or run into */
    hol_status status;
    bool interrupted;
    hol_message message; /* why it ended, or a note on the last step; "" where there is none */
} hol_advance;

/* Fixed steps: t_n = n h, never accumulated; a last step is cut where t_end is no multiple of h,
 * and the method is started anew for it; any failure ends the run. Adaptive: the
 * stepper's control; REJECT and NOT_FINITE halve the step; the last node is t_end.  A step over a
 * singular configuration, or one that failed before it, ends the run with SINGULAR at the node
 * before, or is counted where the run goes `through`; under control it is taken by
 * halves, which count as rejected, down to a 64th, before.  A step that is no number above 0, or an
 * end that is none or below 0, is UNSUPPORTED: nothing is stepped. */
void hol_advance_run(hol_advance *a);
/* From where it ended, with another stepper, state and watch. */
void hol_advance_go_on(hol_advance *a);
/* The message of a step (or the start, step < 0) that failed at time t. */
void hol_failure_text(const hol_stepper *s, hol_status status, long step, double t,
                      hol_message *why);

HOL_API_END

#endif
