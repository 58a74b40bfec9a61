/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/experiment.h: a method set up on a problem, opened in one call and closed in one. */
#ifndef HOLONOMY_EXPERIMENT_H
#define HOLONOMY_EXPERIMENT_H

#include "holonomy/api.h"
#include "holonomy/method.h"
#include "holonomy/problem.h"
#include "holonomy/reference.h"

HOL_API_BEGIN

typedef struct {
    const hol_problem *problem;
    const hol_method *method;           /* NULL: the system alone, in the formulation given */
    const char *formulation;            /* NULL: the method's default, else the first that fits */
    const double *parameters, *options; /* values of the two tables; NULL: the defaults */
    hol_redundant redundant;            /* what becomes of redundant rows */
} hol_setup;

typedef enum {
    HOL_RAN,           /* whatever its status; otherwise the refusal says why not */
    HOL_UNFIT,         /* the formulations lack what the method needs */
    HOL_REFUSED,       /* the case makes no sense, or the method cannot be set up */
    HOL_BAD_START,     /* the bodies of the start are not the problem's, or apart */
    HOL_BAD_REFERENCE, /* the reference file cannot be right */
    HOL_WITHOUT_MEMORY /* there was not enough for it */
} hol_outcome;

typedef struct { /* why there is no experiment, or no run of it */
    hol_outcome outcome;
    char subject[160];  /* "shake on top in lie"; "" where the reason names it */
    hol_message reason; /* "needs a constant mass matrix" */
} hol_refusal;

/* "shake on top in lie: not applicable: needs a constant mass matrix" */
void hol_refusal_text(const hol_refusal *refusal, hol_message *text);

typedef struct { /* what hol_experiment_open makes and hol_experiment_close ends */
    const hol_problem *problem;
    const hol_method *method;
    double *parameters, *options; /* full tables */
    hol_model *model;             /* NULL where the problem has a finished one */
    hol_redundant redundant;      /* not DEFAULT */
    hol_left_out left_out;        /* rows of the model that sys is without; */
    hol_model *kept;              /* the model of sys then, else NULL, */
    hol_eval *whole;              /* and the system with all of its rows */
    hol_eval *sys;
    hol_stepper *s; /* s, z and claims: of a method */
    hol_state *z;
    hol_claims claims;
    hol_reference *reference; /* NULL until it is asked for, or where there is none */
} hol_experiment;

/* NULL with a refusal: nothing stays open.  Where there is no memory the innermost hol_try is left;
 * without one it is the refusal HOL_WITHOUT_MEMORY. */
hol_experiment *hol_experiment_open(const hol_setup *setup, hol_refusal *why);
/* The same by names; parameters and options "name=value", each list ended by NULL, or NULL. */
hol_experiment *hol_experiment_named(const char *problem, const char *method,
                                     const char *formulation, const char *const parameters[],
                                     const char *const options[], hol_refusal *why);
void hol_experiment_close(hol_experiment *x);

/* From the problem's start to t = until by fixed steps h, the last one cut; what it ends with short
 * of that is told in `why` (or NULL). A step that is no number above 0, or an end that is none or
 * before the start, is UNSUPPORTED. */
hol_status hol_experiment_run(hol_experiment *x, double h, double until, hol_message *why);
/* Of every body where the state stands; OK or NO_MEMORY. */
hol_status hol_experiment_poses(hol_experiment *x, hol_pose pose[]);

HOL_API_END

#endif
