/* SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix.h: what is kept of a run, its record, of which all tables and figures are views; and the
 * records of a plan. */
#pragma once

#include "holonomy.h"
#include "holonomy/run.h"

enum {
    HOL_LEVELS = 4,        /* step sizes, or tolerances */
    HOL_LEVEL_DEFAULT = 2, /* the one whose motion is followed in time */
    HOL_SERIES = 300       /* points of a series: each the largest value in its part of the span */
};

/* The steps are the problem's own times these; the tolerances are rtol = atol. */
extern const double hol_level_step[HOL_LEVELS], hol_level_tolerance[HOL_LEVELS];

typedef struct { /* of one momentum map, maximum errors [N s or N m s] */
    hol_word name;
    double error, rigid, nodal; /* nodal: NaN where the method is not variational */
} hol_record_momentum;

typedef struct { /* largest deviations within one part of the span; NaN where there is none */
    double t;    /* middle of the part [s] */
    double energy, momentum, nodal; /* the latter two: the largest over the momentum maps */
    double phi, gv;                 /* of all rows */
} hol_deviation;

typedef struct { /* a body at a time, in the ground's frame */
    double t;    /* [s] */
    long body;
    double x, y, z;        /* of the mass centre [m] */
    double p0, p1, p2, p3; /* Euler parameters, p0 the scalar */
} hol_placed;

typedef struct {
    const hol_problem *problem;
    const hol_method *method;
    char formulation[16], same_as[16]; /* same_as: "" where there is none */
    bool ran;                          /* else `why` says why not */
    bool adaptive;
    int level;        /* of the ladder; HOL_LEVEL_DEFAULT in the table of formulations */
    double h, rtol;   /* one of them; the other is NaN */
    double step_mean; /* span / steps [s] */
    double order_q;   /* claimed */
    hol_end end;
    hol_message why; /* it ended so, or a note; of a run that was refused the reason alone */
    double t;        /* reached [s] */
    long steps, rejected;
    double energy, energy_rigid, energy_drift_slope; /* maximum errors [J]; NaN: not known */
    hol_drift energy_drift;
    int momenta;
    hol_record_momentum *momentum;
    double phi, phi_inner, gv, acceleration; /* maxima; NaN where there are no such rows */
    hol_error error, error_mean;             /* at the last node; over the samples, (5.10) */
    double scd, mescd, relative;             /* measures of others; NaN without a reference */
    hol_counters counters;
    double cpu_seconds, cpu_spread, cpu_passes; /* as in hol_result */
    char host[64];                              /* name of the machine that made it */
    long build;  /* of its store: number of the build and machine; 0: it is of no store */
    double core; /* the only one it could run on; NaN: any */
    int points;  /* 0 where no series was asked for */
    hol_deviation *series;
    int placed; /* frames times bodies; 0 where no motion was asked for */
    hol_placed *motion;
} hol_record;

typedef struct { /* in the order of the plan */
    int count;
    hol_record *record;
} hol_matrix;

void hol_matrix_free(hol_matrix *m);

/* The largest over the momentum maps; NaN where there are none. */
double hol_record_momentum_error(const hol_record *r);
double hol_record_nodal_error(const hol_record *r);
/* Calls of the functions of the system: constraints, their derivatives, forces, masses. */
double hol_record_evaluations(const hol_record *r);
