/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge.h: a motion from anywhere (motion.h) through the diagnostics of a run, and, where it is
 * none of the model, which mistake would explain it. */
#pragma once

#include "harness/study/motion.h"
#include "holonomy/run.h"

/* ---------------------------------------------------------------- is it a motion of the model? */

/* What a motion of the model fulfils, each as a pure number; in `natural`, whose coordinates add.
 * Of three rows in succession, the integral by the parabola through them:
 *   joints    |Phi| over the length of the system; what bodies lose in these coordinates
 *             (hol_error_of_body), likewise and in radians
 *   rates     |G v + Phi_t|, |A v - w| and velocities that are lost, over the speed of the motion
 *   speed     places that change otherwise than by the integral of their velocities, of mass
 *             centres, over the change
 *   turning   the same of orientations
 *   accel.    velocities that change otherwise than by the integral of the model's acceleration
 *   angular   the same of orientations
 *   energy    the range of T + U over the largest T, where the motion keeps it
 */
#define HOL_TEST_LIST(X)                                                                           \
    X(JOINTS, "joints")                                                                            \
    X(RATES, "rates")                                                                              \
    X(SPEED, "speed")                                                                              \
    X(TURNING, "turning")                                                                          \
    X(ACCELERATION, "accel.")                                                                      \
    X(ANGULAR, "angular")                                                                          \
    X(ENERGY, "energy")

enum {
#define X(name, word) HOL_TEST_##name,
    HOL_TEST_LIST(X)
#undef X
        HOL_TESTS
};

typedef struct {
    double of[HOL_TESTS]; /* NaN: cannot be told */
    /* Of the middle four: what is left where the velocities, or accelerations, may be those of a
     * part of a step before or after, a step at most, as of a method of order 1; and, relative to
     * the change, the square of what they change by in a step, as methods may leave. */
    double left[HOL_TESTS], steps[HOL_TESTS];
} hol_tests;

/* Of the motion read so, at rows evenly over it and at the one that stands out most; sys: the model
 * in `natural`. */
hol_tests hol_test_motion(hol_eval *sys, const hol_motion *m, const hol_reading *as);

/* ---------------------------------------------------------------- what would explain it */

enum { HOL_SUSPECTS = 3 };

typedef struct { /* a mistake that explains something of what the mistakes before it leave */
    char text[128];
    double gain;     /* decades by which the tests get better, in all */
    hol_tests tests; /* without it */
} hol_suspect;

typedef struct {
    hol_tests as_is;
    double most[HOL_TESTS]; /* that a motion of the model has; of the middle four, left */
    int tried, count;       /* mistakes tried; those found, the first the likeliest */
    hol_suspect of[HOL_SUSPECTS];
    bool sound;        /* it agrees with the model: none found, and the tests are passed */
    const char *worst; /* of a motion that is not sound and for which there is none: the test */
    double by;         /* over what the test is at most */
    bool apart;        /* the rows are too far apart for that test to tell, and no other is above */
    hol_message untold; /* why none was tried; "" */
} hol_judgement;

/* Tries one mistake after another: another reading of each key of the header, points of reference
 * by least squares, gravity the other way or none, axes of inertia exchanged; what mends most is
 * taken for mended, and the others are tried again.  model: that of the bodies of m. */
hol_judgement hol_judge_suspects(const hol_model *model, const hol_motion *m);

/* ---------------------------------------------------------------- as a run is judged */

typedef struct {
    hol_motion *m;      /* owned */
    hol_result r;       /* of all rows, without method, stepper and state */
    double step;        /* of the header, else the mean distance of the rows [s] */
    double from, until; /* [s] */
    double start; /* distance of its first row from the problem's start [m], NaN: t is not 0 */
    hol_judgement verdict;
} hol_judged;

/* m, which is read and matched, becomes out's; out is to be freed whatever comes of it.  Leaves the
 * innermost hol_try where there is no memory. */
hol_outcome hol_judge(const hol_case *c, const hol_model *model, hol_motion *m, hol_judged *out);
void hol_judged_free(hol_judged *j);

/* ---------------------------------------------------------------- several motions */

typedef struct { /* NaN where it cannot be told */
    int common;  /* times that all motions have */
    /* log of the differences of the three of the finest steps over that of the steps, and the
     * slope of the errors at the end */
    double position, orientation, velocity;
    double position_true, orientation_true, velocity_true;
} hol_order_found;

/* The order that motions of one method at several steps show; j: by falling step. */
hol_order_found hol_judge_order(hol_judged *const j[], int count);

typedef struct {
    int common;      /* rows that lie at t and at t_end - t */
    hol_error start; /* of the way back: from the end, velocities turned round */
    hol_error most;  /* componentwise, over the way */
    hol_error end;   /* from the beginning */
} hol_return_found;

/* The motion `back` begins at the end of the other, its velocities turned round. */
hol_return_found hol_judge_return(const hol_judged *forth, const hol_judged *back);
