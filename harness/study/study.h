/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study.h: what a method claims of a system, measured: orders against the true motion, invariants,
 * symmetry and symplecticity of its step, its largest step, its cost. */
#pragma once

#include "holonomy.h"
#include "holonomy/diagnostics.h"
#include "holonomy/experiment.h"
#include "holonomy/memory.h"

/* The true poses (nb) at time t; false where none are known. */
bool hol_truth(const hol_experiment *x, double t, hol_pose pose[]);
/* The part of its largest numbers that is not known of it: of a reference its last trusted digit.
 */
double hol_truth_unknown(const hol_experiment *x);

/* The span wanted, but no longer than the motion is regular [s]. */
double hol_regular_span(const hol_problem *problem, double wanted);

/* The status of a start or a step that says something of the method: for want of memory, which says
 * nothing, the innermost hol_try is left. */
static inline hol_status hol_of_method(hol_status status)
{
    if (status == HOL_NO_MEMORY) hol_lack_memory();
    return status;
}

/* ---------------------------------------------------------------- order */

#define HOL_ORDER_LIST(X)                                                                          \
    X(POSITION, "position")                                                                        \
    X(ORIENTATION, "orientation")                                                                  \
    X(VELOCITY, "velocity")                                                                        \
    X(INDEX1, "multipliers (index 1)")                                                             \
    X(OWN, "multipliers (own)")

enum { /* multipliers: of the index-1 equations at the method's (q, v); its own at their own time */
#define X(name, text) HOL_ORDER_##name,
       HOL_ORDER_LIST(X)
#undef X
           HOL_ORDERS
};
extern const char *const hol_order_of[HOL_ORDERS];

enum { HOL_ORDER_SPAN = 10 }; /* [s], of the longest study of orders */
enum { HOL_ORDER_LEVELS = 40, HOL_ORDER_TIMES = 5, HOL_ORDER_FEWEST = 3 };

typedef struct { /* convergence of one quantity */
    double claimed;
    double scale, floor; /* of the quantity, of round-off in it and in accelerations */
    bool narrow; /* no room for three errors of the claimed order between 100 floors and 1 % of the
                  * scale: the motion is too small */
    bool single; /* of estimates of single steps: those that are 0 are none */
    double seen; /* round-off in it: less than the floor where the truth is known to less */
    int levels,
        floored; /* steps tried, and those below 100 floors, or below 1000 and no longer falling */
    double last_h[HOL_ORDER_FEWEST], last[HOL_ORDER_FEWEST]; /* the finest, usable or not */
    int points;                                              /* usable ones, coarse to fine */
    double h[HOL_ORDER_LEVELS], error[HOL_ORDER_LEVELS];
    double squares; /* of the level in progress */
    int times;
} hol_order;

/* Makes h smaller, by 2, above order 4 by 1.4, above 6 by 1.25 from a coarser one over a longer
 * span, until each claimed order shows or its digits run out; over 400 of the problem's
 * own steps, at most 2 s (above order 6 1000, at most 10 s), or its span, no longer than it is
 * regular; five times as long where an order up to 6 is within 1/2 of the claim and does not show.
 * The error is the RMS over five times, for the constant of a high order changes its sign with t;
 * where a high order would need longer steps than a fifth of the span, it is that of the end.  Only
 * errors below 1 % of the quantity's scale, where the leading term rules, and above 100 floors
 * count; where the errors at round-off jump and the claim would fail, those above 1000 floors and
 * ten times what jumps, if five are left.  A method's order_at is set where that option has its
 * default.  False with a message where the true motion or its multipliers are not known. */
bool hol_order_study(const hol_experiment *x, hol_order of[HOL_ORDERS], hol_message *why);
/* Least squares over the finer half, which leaves out what is not asymptotic yet; 0: too few. */
double hol_order_measured(const hol_order *o);
/* The steps that it is the slope over: those are o->h[first ... points - 1]. */
int hol_order_first(const hol_order *o);
/* Half the range of the slopes between neighbours of these; 0: too few. */
double hol_order_spread(const hol_order *o);
/* Round-off from the coarsest step on. */
bool hol_order_exact(const hol_order *o);
/* Why the claim cannot be judged here; NULL where it can. */
const char *hol_order_hidden(const hol_order *o);
bool hol_order_as_claimed(const hol_order *o);

/* ---------------------------------------------------------------- invariants */

#define HOL_INVARIANT_LIST(X)                                                                      \
    X(ENERGY, "energy")                                                                            \
    X(MOMENTUM, "momentum")                                                                        \
    X(NODAL, "nodal momentum")                                                                     \
    X(PHI, "|Phi|")                                                                                \
    X(GV, "|G v|")                                                                                 \
    X(INNER, "inner constraints")

enum {
#define X(name, text) HOL_INVARIANT_##name,
    HOL_INVARIANT_LIST(X)
#undef X
        HOL_INVARIANTS
};
extern const char *const hol_invariant_of[HOL_INVARIANTS];

typedef struct {
    hol_kept claimed;
    double most;    /* over all steps, relative to the scale */
    double exact;   /* what counts as kept exactly over so many steps */
    bool bounded;   /* bounds are claimed of motions that stay bounded and regular */
    double t_end;   /* of the span [s] */
    double slowest; /* oscillation of the motion [s], as far as the span shows */
    hol_drift_found drift;
} hol_invariant;

/* Steps of a study, and how often they are doubled at most. */
enum { HOL_INVARIANT_STEPS = 5000, HOL_INVARIANT_DOUBLINGS = 5 };

/* HOL_INVARIANT_STEPS of half the problem's own, doubled until the law of a drift can be told;
 * where no growth is judged, a fifth of them, no more than its span, and no longer than the motion
 * is regular.  A step that fails ends the study with the last span that was whole; false with a
 * message where there is none. */
bool hol_invariant_study(const hol_experiment *x, hol_invariant of[HOL_INVARIANTS],
                         hol_message *why);
bool hol_invariant_as_claimed(const hol_invariant *i);
/* A bound, of which so short a span says nothing. */
bool hol_invariant_hidden(const hol_invariant *i);

/* ---------------------------------------------------------------- from a time on */

/* The true poses (nb) at *t, or those of the start, *t = 0, where they are not known; false where
 * the method does not start. */
bool hol_known_poses(const hol_experiment *x, double *t, hol_pose pose[]);

/* The power of h that the method's error estimate falls with, beside the claimed one: of single
 * steps from the true motion at four times of the span of hol_certify_span, or from the start. */
void hol_estimate_study(const hol_experiment *x, hol_order *o);

/* ---------------------------------------------------------------- the step as a map */

/* The largest distance from the start after ten steps h and ten of -h, over the scales of q and v:
 * 0 where the step is symmetric.  NaN where a step fails. */
double hol_symmetry_defect(const hol_experiment *x, double h);

/* The two below are taken from the true motion at time t, or from the start where it is not known.
 */

/* The same with the velocities turned round in place of the step.
 * 0 where the step is reversible; NaN where the forces are not those of position only. */
double hol_reversibility_defect(const hol_experiment *x, double t, double h);

/* |B1^T w1 B1 - B0^T w0 B0| / |B0^T w0 B0| of one step from the true motion at time t, where
 * w(d1, d2) = sum m (dr1 . dv2 - dr2 . dv1) + xi1 . J dOmega2 - xi2 . J dOmega1
 *           + (J Omega) . (xi1 x xi2)
 * and B0 is a basis of the constrained motions and velocities, B1 what the step makes of it, by
 * central differences (about 1e-7 where the step is symplectic).  NaN where it has no meaning. */
double hol_symplecticity_defect(const hol_experiment *x, double t, double h);

/* ---------------------------------------------------------------- the step's size and cost */

/* The largest step, to 5 %, with which the span is stepped to its end, energy (where it is
 * conserved) never off by more than the largest kinetic energy of the true motion. */
double hol_largest_step(const hol_experiment *x, double span);
/* CPU time of a step at the problem's own h, least of five passes [s]; NaN where a step fails. */
double hol_step_cost(const hol_experiment *x);
/* Calls of the allocator, which `allocations` counts (or NULL), in the so many steps behind the
 * first ones, in which scratch grows, at the problem's own h; -1 where they cannot be counted or a
 * step fails. */
long hol_step_allocations(const hol_experiment *x, int steps, long (*allocations)(void));
/* The first 2 s of a problem, or its span: states for the study of one step are taken from it. */
double hol_certify_span(const hol_problem *problem);
