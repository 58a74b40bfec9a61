/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generic models and states for tests: numbers without pattern, never 0, 1 or the identity. */
#ifndef HOL_GENERIC_H
#define HOL_GENERIC_H

#include <stdint.h>

#include <check.h>

#include "holonomy.h"
#include "tests/suite.h"

typedef struct { /* reproducible numbers */
    uint64_t state;
} hol_draw;
double hol_draw_next(hol_draw *d); /* uniform in (-1, 1) */
void hol_draw_fill(hol_draw *d, int n, double x[]);
void hol_draw_unit(hol_draw *d, int n, double x[]); /* a unit vector */

enum { HOL_PLAN_BODIES = 8 };

typedef struct { /* a model in the making: joints take their geometry from the poses */
    hol_model *model;
    hol_draw draw;
    hol_pose at[HOL_PLAN_BODIES];
} hol_sketch;

/* Bodies of a shape with generic mass and moments; `at` as it stands in the plan. */
int hol_plan_body(hol_sketch *plan, hol_shape shape, bool fixed);
void hol_plan_poses(hol_sketch *plan, int count); /* generic poses at rest */
hol_marker hol_plan_point(hol_sketch *plan, int body);
hol_marker hol_plan_axis(hol_sketch *plan, int body);
void hol_plan_space(const hol_sketch *plan, hol_marker m, double x[3]);

typedef struct { /* a joint between two bodies that closes at their poses */
    const char *name;
    int conditions; /* degrees of freedom it removes: paper 000, Table 1 */
    bool parallel;  /* the body axes must be parallel at the start */
    void (*add)(hol_sketch *plan, const char *name, int i, int j); /* i: rigid or ground */
} hol_generic_joint;

enum {
    HOL_SPHERICAL,
    HOL_UNIVERSAL,
    HOL_REVOLUTE,
    HOL_CYLINDRICAL,
    HOL_TRANSLATIONAL,
    HOL_FIXED,
    HOL_IN_PLANE,
    HOL_ORTHOGONAL,
    HOL_DISTANCE,
    HOL_COORDINATE,
    HOL_GENERIC_JOINTS
};
extern const hol_generic_joint hol_generic_joints[HOL_GENERIC_JOINTS];

enum { HOL_CHAIN, HOL_MIXED, HOL_PLANE, HOL_RODS, HOL_ROLLING, HOL_GENERIC_MODELS };
/* A model whose start satisfies every constraint, in motion; past those named, bodies and joints
 * drawn by chance, for every k another mechanism. */
hol_model *hol_generic_model(int k);

/* ---------------------------------------------------------------- cases */

/* Where a case stands: the model's start; any poses and any velocities on the inner constraints
 * (the joints are open); off them too (Euler parameters of norm about 0.93, directors not
 * orthogonal). */
enum { HOL_AT_START, HOL_PLACED, HOL_OFF, HOL_STATES };
enum { HOL_ABSOLUTE = 3 }; /* formulations in which every row of a model stands: the first */
enum { HOL_FORMULATIONS = 4, HOL_CASES = HOL_GENERIC_MODELS * HOL_FORMULATIONS * HOL_STATES };

typedef struct {   /* a model in a formulation at a state */
    char name[96]; /* "chain, euler, placed" */
    int state;
    hol_model *model;
    hol_eval *sys;
    hol_work *work;
    hol_draw draw;
    hol_pose pose[HOL_PLAN_BODIES]; /* of AT_START and PLACED */
    double *q, *v, *u, *lambda;     /* nq, nv, nv (any direction), nc (any multipliers) */
} hol_specimen;

/* False where the formulation has no place for the model. */
bool hol_specimen_open(hol_specimen *c, int model, int formulation, int state);
/* First the models, then the problems that have coordinates of their own, in those. */
bool hol_specimen_numbered(hol_specimen *c, int i); /* 0 <= i < hol_specimen_count() */
int hol_specimen_count(void);
void hol_specimen_close(hol_specimen *c);
double *hol_specimen_take(hol_specimen *c, int n); /* n zeros */
double *hol_specimen_any(hol_specimen *c, int n);  /* n generic numbers */
/* A x for a matrix of that pattern, as hol_specimen_take. */
double *hol_specimen_product(hol_specimen *c, const hol_pattern *P, const double A[],
                             const double x[]);

/* Tolerances.  Of five-point differences with h = 1e-3: h^4 / 30 = 3e-14 times a fifth derivative,
 * at most 1e3 times the function at rates below 4 /s, and round-off of 1e-12; relative to the
 * largest entry. */
static const double hol_differenced = 1e-9;
/* Of what is exact but for round-off in sums of tens of terms. */
static const double hol_rounded = 1e-13;

/* Fails the running test unless every |measured - expected| <= tolerance max(1, |expected|_max);
 * `row`: names of the entries, or NULL.  Prints what it measures where HOL_MEASURE is set. */
void hol_expect_near(const char *name, const char *what, int n, const double measured[],
                     const double expected[], double tolerance, const char *const row[]);

/* d/ds of an evaluation at q o exp(s dir), s = 0: five-point differences of step h = 1e-3, with the
 * truncation h^4 f^(5) / 30 and the round-off 1.5 eps |f| / h. */
typedef void hol_evaluation(hol_specimen *c, const double q[], double out[]);
void hol_slope(hol_specimen *c, hol_evaluation *f, int n, const double dir[], double out[]);

/* Accelerations in space of a state's bodies, 12 numbers each: of the centre and of the directions
 * e1, e2, e3 of its axes (zero where the body has none). */
void hol_space_acceleration(hol_eval *sys, const double q[], const double v[], const double a[],
                            double x[]);
void hol_dense(const hol_pattern *P, const double A[], double D[]); /* rows x cols */
int hol_dense_rank(int m, int n, const double D[]); /* by singular values, relative 1e-9 */
/* Of the joint and nonholonomic rows at the poses, on the inner null space. */
int hol_reduced_rank(hol_eval *sys, const hol_pose pose[]);

/* Runs each test as a loop over all cases; what main returns. */
int hol_run_cases(const char *suite, int count, const TTest *const test[]);
void hol_add_cases(Suite *suite, int count, const TTest *const test[]);

#endif
