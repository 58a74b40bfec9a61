/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/system.h: the equations of a model in one formulation, which a method steps. */
#ifndef HOLONOMY_SYSTEM_H
#define HOLONOMY_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "holonomy/api.h"
#include "holonomy/counters.h"
#include "holonomy/model.h"
#include "holonomy/pattern.h"
#include "holonomy/work.h"

HOL_API_BEGIN

/* Traits, and the words the program uses for them. */
#define HOL_TRAIT_LIST(X)                                                                          \
    X(FLAT, 0, "coordinates that add (q + v)")                                                     \
    X(CONST_MASS, 1, "a constant mass matrix")                                                     \
    X(REGULAR_MASS, 2, "a regular mass matrix")                                                    \
    X(QUADRATIC, 3, "constraints at most quadratic")                                               \
    X(HOLONOMIC, 4, "holonomic constraints only")                                                  \
    X(SCLERONOMIC, 5, "constraints free of time")                                                  \
    X(CONSERVATIVE, 6, "conservative forces")                                                      \
    X(POSITION_FORCES, 7, "forces of position only")                                               \
    X(FULL_RANK, 8, "constraints of full rank")                                                    \
    X(SMALL, 9, "a small model (dense algebra)")                                                   \
    X(HARD, 10, "hard joints (none softened)")                                                     \
    X(POWER_SERIES, 11, "a recurrence for the power series of its equations")

enum {
#define X(name, bit, text) HOL_##name = 1 << bit,
    HOL_TRAIT_LIST(X)
#undef X
};
/* "a constant mass matrix, holonomic constraints only" for the bits of `traits`. */
void hol_traits_text(unsigned traits, char *text, size_t size);

typedef struct {      /* rows of (G of the joints; A) that are combinations of others */
    int count;        /* 0: none, or too large a model to name them; -1: not known, by `text` */
    int *row;         /* joint rows, then nj + the nonholonomic ones */
    hol_message text; /* "rows 'd.z', 'd.tilt_a' depend on 'a.z', 'b.z'"; "" where there are none */
} hol_dependence;

typedef struct { /* a row that is softened: of Phi, or, from nc on, a nonholonomic one */
    int row;
    double compliance, time;
} hol_soft;

/* One model realised in one formulation, or in coordinates of the problem's own: see
 * formulation.h.  It never changes, and any number of threads may share it. */
typedef struct hol_system hol_system;

/* A system as one thread asks it: the facts of the system, which never change, and behind them
 * scratch, counters and factors.  One call at a time.  In the calls below and in a method's step
 * `sys` is an evaluator.  Evaluations cannot fail: what overflows is caught by hol_step.
 * Constraint rows: joints first (nj), inner rows last (nc - nj); then na nonholonomic rows apart.
 */
typedef struct hol_eval {
    const hol_system *system;
    int nq, nv, nc, nj, na, nb; /* nb bodies */
    int nr;                     /* reduced velocities: nv less the inner rows */
    int ns;                     /* momentum maps */
    unsigned has;               /* traits */
    double unit, length, speed; /* scales: see units.h */
    /* What is a length, not a pure number: v_i (nv), q_i (nq), Phi_i (nc).  NULL: all are. */
    const bool *is_length, *q_is_length, *row_is_length;
    const char *formulation,
        *same_as; /* same_as: a formulation with identical equations, or NULL */
    const hol_model *model;
    hol_pattern M, G, A;              /* M: block-diagonal; that of tangents: hol_K */
    hol_pattern Mr, Gr;               /* of the reduced equations: see dynamics.h */
    const char *const *row_name;      /* nc names of constraint rows */
    const char *const *momentum_name; /* ns */
    const bool *held; /* nc: rows linear in q, their rows of G constant; NULL: none */
    int softs;
    const hol_soft *soft;     /* none where HARD */
    hol_dependence dependent; /* at the start; none where FULL_RANK */
    hol_counters *count;
    hol_work *work; /* the scratch that a step takes */
} hol_eval;

/* The system is borrowed.  NULL: no memory. */
hol_eval *hol_eval_new(const hol_system *system);
/* The only evaluator of a system, which ends with it.  NULL of NULL, and where there is no memory.
 */
hol_eval *hol_eval_take(hol_system *system);
void hol_eval_free(hol_eval *sys);

/* ---------------------------------------------------------------- mass, energies, forces */

void hol_mass(hol_eval *sys, const double q[], double M[]); /* in the pattern M */
double hol_kinetic(hol_eval *sys, const double q[], const double v[]);
double hol_potential(hol_eval *sys, const double q[]);
void hol_grad_potential(hol_eval *sys, const double q[], double dU[]); /* nv */
/* nv each: forces without a potential; forces of inertia -M' v + dT/dq; dT/dq at fixed v */
void hol_applied(hol_eval *sys, double t, const double q[], const double v[], double F[]);
void hol_gyroscopic(hol_eval *sys, const double q[], const double v[], double f[]);
void hol_grad_kinetic(hol_eval *sys, const double q[], const double v[], double dT[]);
/* Can forces of inertia differ from zero? */
bool hol_has_gyroscopic(const hol_eval *sys);
/* Do the forces -grad U + F have a tangent?  None where gravity alone acts. */
bool hol_has_tangent(const hol_eval *sys);
/* The work of the forces without a potential between two near configurations where it does not
 * depend on the way, else NaN [J]. */
double hol_work_between(hol_eval *sys, const double q0[], const double q1[]);
/* The pattern K of tangents, M and every coupled pair of bodies; made at its first use.  NULL: no
 * memory, where a step or a set-up has its end by itself. */
const hol_pattern *hol_K(hol_eval *sys);
/* Tangents in the pattern K: of -grad U + F, with respect to q and to v; either may be NULL. */
void hol_tangent(hol_eval *sys, double t, const double q[], const double v[], double Kq[],
                 double Kv[]);
/* In the pattern K: the Hessian of U is -Kq above; that of the kinetic energy at fixed v, and the
 * mixed one d(M v)/dq (row: component of M v).  Zero where the mass is constant; in joint
 * coordinates only where FLAT. */
void hol_kinetic_tangent(hol_eval *sys, const double q[], const double v[], double Tqq[],
                         double Tvq[]);
/* K += factor M, each in its pattern. */
void hol_add_mass(hol_eval *sys, double factor, const double M[], double K[]);

/* ---------------------------------------------------------------- constraints */

/* Phi (nc) and G (in its pattern), either may be NULL; d/dt(G) v (nc) at constant v and time, but 0
 * in the row of a driven angle, whose G depends on time: there it is a part of hol_drive */
void hol_constraints(hol_eval *sys, double t, const double q[], double phi[], double G[]);
void hol_curvature(hol_eval *sys, const double q[], const double v[], double g[]);
/* Adds the Hessian of lambda . Phi, and its derivative along u, to a matrix of pattern K; only
 * where FLAT. */
void hol_hessian(hol_eval *sys, const double q[], const double lambda[], double K[]);
void hol_hessian_rate(hol_eval *sys, const double q[], const double u[], const double lambda[],
                      double K[]);
/* Driven joints: Phi_t and Phi_tt + 2 d/dt(G) v at constant q (nc each, either may be NULL), in the
 * row of a driven angle with what hol_curvature leaves out; 0 where SCLERONOMIC.  In every row the
 * sum of both holds: d^2 Phi / dt^2 = G v' + g + phi_tt. */
void hol_drive(hol_eval *sys, double t, const double q[], const double v[], double phi_t[],
               double phi_tt[]);
/* Nonholonomic rows: A (in its pattern), w (na), either may be NULL; b = w' - A' v (na) of A v' =
 * b. */
void hol_nonholonomic_rows(hol_eval *sys, double t, const double q[], double A[], double w[]);
void hol_nonholonomic_rate(hol_eval *sys, double t, const double q[], const double v[], double b[]);

/* ---------------------------------------------------------------- the space of coordinates */

void hol_rate(hol_eval *sys, const double q[], const double v[], double qdot[]); /* nq */
/* q1 = q o exp(dv), q1 may be q; dv = q1 (-) q0 is its inverse; tangents of exp body by body,
 * left-trivialised, |u| < 2 pi.  hol_reach leaves in q1 the round-off of the product, of
 * which a matrix R is no rotation by a few ulp: enough for a stage of a step; hol_tidy takes it out
 * before the next step starts from there. */
void hol_move(hol_eval *sys, const double q[], const double dv[], double q1[]);
void hol_reach(hol_eval *sys, const double q[], const double dv[], double q1[]);
void hol_tidy(hol_eval *sys, double q[]);
void hol_difference(hol_eval *sys, const double q0[], const double q1[], double dv[]);
void hol_dexpinv(hol_eval *sys, const double u[], const double k[], double out[]);
void hol_dexp(hol_eval *sys, const double u[], const double k[], double out[]);
/* [a, b] of the velocities, of rotations the vector product, 0 where coordinates add; out may be b
 */
void hol_bracket(hol_eval *sys, const double a[], const double b[], double out[]);
/* out = sum_p c_p [u, [u, ... [u, k]]], p < terms brackets: dexp and dexpinv truncated */
void hol_bracket_series(hol_eval *sys, int terms, const double c[], const double u[],
                        const double k[], double out[]);
/* The nearest q whose bodies satisfy their inner rows, and v likewise. */
void hol_inner_project(hol_eval *sys, double q[], double v[]);
/* J (ns) of the momentum p (nv) */
void hol_momentum(hol_eval *sys, const double q[], const double p[], double J[]);
/* Poses of all bodies (nb) and back, pose NULL: the model's start.  A pose that the coordinates
 * cannot have, of a body off its plane, or in joint coordinates off a joint of the tree, is taken
 * for one near it without a word: hol_poses tells which. */
void hol_poses(hol_eval *sys, const double q[], const double v[], hol_pose pose[]);
void hol_place(hol_eval *sys, const hol_pose pose[], double q[], double v[]);

typedef struct {
    char name[64], unit[8]; /* "rotor.x" and "m", "hinge.angle" and "rad/s", "rotor.p0" and "" */
} hol_coordinate_name;
/* What q_i and v_i are called, the rate of a coordinate as the coordinate: BODY.x; in joint
 * coordinates, of a joint of the tree, JOINT.length, JOINT.angle, of a universal one angle1 and
 * angle2, of a spherical one R11 ... R33 and omega1 ... omega3; in coordinates of a problem's own
 * q1, without a unit. */
hol_coordinate_name hol_coordinate_at(const hol_eval *sys, int i);
hol_coordinate_name hol_velocity_at(const hol_eval *sys, int i);

HOL_API_END

#endif
