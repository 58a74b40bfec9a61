/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every method on every problem in every formulation it can step: the trials that the tests of the
 * claims loop over. */
#ifndef HOL_CLAIMS_H
#define HOL_CLAIMS_H

#include <check.h>
#include <stdint.h>
#include <stdio.h>

#include "harness/study/study.h"
#include "holonomy.h"
#include "holonomy/reference.h"

typedef struct { /* a way to run a method: the defaults, or one choice of its options set */
    const hol_method *method;
    const hol_problem *problem;
    const char *formulation; /* "own": the problem's finished system */
    int option, choice;      /* the row of the table and its value; option -1: the defaults */
} hol_way;

typedef struct { /* of all triples method, problem, formulation */
    int triples;
    int run;      /* stepped by the tests */
    int same;     /* the formulation's equations are those of another */
    int unfit;    /* the formulation has no place for a body */
    int missing;  /* the system lacks a trait the method needs */
    int refusals; /* of those: a stepper was asked for and was UNSUPPORTED */
    int left;     /* to `make check-long` */
    int refused;  /* the method's set-up refuses its default options */
    int ways;     /* of those that run, with the choices of options that are stepped */
    int choices_refused, choices_left; /* left: to `make check-long` */
} hol_census;

/* The number of ways; counted once, before the tests. */
int hol_ways(hol_census *census);
const hol_way *hol_way_at(int way);

/* The options with which a method claims its order (its order_at): spook's default compliance, and
 * the sweeps that xpbd does not make, leave more than the error of a step.  To be freed. */
double *hol_near_limit(const hol_method *method);

/* The reference of a problem for these parameters; derived where it names none, has no closed form
 * and can be; NULL: there is none. */
hol_reference *hol_known_reference(const hol_problem *problem, const double par[]);

/* `make check` tries a method on this many problems at least, and a problem with as many methods;
 * fewer where no more fit. */
enum { HOL_FEWEST_PAIRS = 3 };
/* Traits had and lacked, symmetries, rows and formulations of the systems on which a method can be
 * tried on a problem, a bit each; 0: it steps none. */
uint64_t hol_pair_features(const hol_method *method, const hol_problem *problem);
/* The k-th problem that is tried: those in C, those that only tests use, models of the files that
 * HOL_MODELS names; where HOL_PROBLEMS names some, of problems/ too, these alone.  NULL past the
 * last. */
const hol_problem *hol_tried_problem_at(int k);

typedef struct { /* a way, set up */
    hol_way way;
    char name[160]; /* "dvp, rigid-body, euler, lagrangian=left" */
    hol_experiment *x;
    /* of it */
    double *par, *opt;
    hol_eval *sys;
    hol_stepper *s;
    hol_state *z;
    hol_claims claims;
    hol_reference *ref; /* or NULL */
} hol_trial;

void hol_trial_open(hol_trial *T, int way);
/* The same by name, with the options "name=value" set; formulation NULL: the method's. */
void hol_trial_named(hol_trial *T, const char *method, const hol_problem *problem,
                     const char *formulation, int count, const char *const option[]);
/* The same with parameters of the problem "name=value" set; true motions are of the defaults. */
void hol_trial_with(hol_trial *T, const char *method, const hol_problem *problem, int parameters,
                    const char *const parameter[], const char *formulation, int count,
                    const char *const option[]);
void hol_trial_close(hol_trial *T);

/* The start, and the step from t = (n - 1) h to n h; both fail the test unless they succeed. */
void hol_trial_start(hol_trial *T, double h);
void hol_trial_step(hol_trial *T, double h, int n);
/* From the start; false where a step fails. */
bool hol_trial_run(hol_trial *T, double h, int steps);
/* The end that the options name for the step h that failed, which is tried again: the state is as
 * it was before.  NULL: they name none. */
const hol_option_end *hol_trial_end(hol_trial *T, double h);
/* The same; fails the test where there is none. */
void hol_trial_ends_as_named(hol_trial *T, double h);
/* Whether a run of 2 s ends as the options name it.  No other end is taken at the problem's own
 * step. */
bool hol_trial_ended(hol_trial *T, double h);

/* The true poses at time t by the problem's closed form or its reference; false where there is
 * none. */
bool hol_trial_truth(const hol_trial *T, double t, hol_pose pose[]);
/* All doubles of a state: q, v, lambda, p, memory; and a copy of them. */
int hol_trial_size(const hol_trial *T);
int hol_trial_memory(const hol_trial *T); /* those of the method's memory */
void hol_trial_copy(const hol_trial *T, const hol_state *z, double x[]);

bool hol_verbose(void); /* a line for each measurement is asked for */

/* Fails the test where there is none. */
static inline const hol_problem *known_problem(const char *name)
{
    const hol_problem *p = hol_problem_named(name);
    ck_assert_msg(p, "there is no problem %s", name);
    return p;
}

static inline void expect_at_most(const char *name, const char *what, double measured,
                                  double allowed)
{
    if (hol_verbose()) printf("%s: %s: %.2e of %.2e\n", name, what, measured, allowed);
    ck_assert_msg(measured <= allowed, "%s: %s: %.3g, allowed %.3g", name, what, measured, allowed);
}

#endif
