/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a kind of body describes its orientation.  A formulation is a choice of one such description
 * per shape of body; joints and forces see only R(q) rho and its derivatives, so that each is
 * written once.  q, v below are the orientation's own coordinates and velocities, J the principal
 * moments. R(q) is never normalised inside: a homogeneous polynomial, or the coordinates
 * themselves. */
#pragma once

#include "holonomy/dynamics.h"
#include "holonomy/formulation.h"

typedef struct { /* an end of a span x: its part w r + R rho, both with the sign of the end */
    double w, rho[3];
    bool turns;          /* rho and the orientation matter */
    bool first;          /* of the ends: x = start + part */
    int to;              /* where x stands in an array of the values of spans */
    const double *start; /* 3: the part of the span that is fixed in space */
} hol_span_end;

typedef struct { /* of a row of G: w g and (d(R rho)/dv)^T g in the block of the body, both with the
                    scale of the row */
    double w, rho[3];
    bool turns, first; /* first: the block is set, not added to */
    int g, to;         /* where the vector g stands in the values of spans, the block in G */
} hol_pull;

typedef struct { /* a body among the spans: its ends and pulls, coordinates of its centre,
                    velocities */
    int centre, nv, ends, pulls;
    const hol_span_end *end;
    const hol_pull *pull;
} hol_stand;

typedef struct {             /* what coordinates that follow each other are called */
    const char *coordinates; /* "x y z" */
    const char *velocities;  /* angular velocities, "omega1 omega2"; NULL: as the coordinates */
    const char *unit;        /* of the coordinates, "m"; "": none */
} hol_naming;

typedef struct {
    const char *name;
    hol_naming naming;
    int nq, nv, inner; /* coordinates, velocities, inner constraint rows */
    int mass_block;    /* the mass matrix has nv / mass_block dense diagonal blocks of this size */
    bool flat;         /* q + v is meant */
    bool constant_mass;
    bool diagonal_mass; /* where the mass is regular */
    bool linear;        /* R is linear in q: joint rows are at most quadratic */

    void (*turn)(const double q[], const double rho[3], double x[3]); /* x = R rho */
    void (*turn_rate)(const double q[], const double v[], const double rho[3], double x[3]);
    /* d2/dt2 of R rho at constant v */
    void (*turn_curve)(const double q[], const double v[], const double rho[3], double x[3]);
    /* out += (d(R rho)/dv)^T g */
    void (*pull)(const double q[], const double rho[3], const double g[3], double out[]);
    /* All ends and pulls of a body, q and v from its centre on: values x[0] of the spans and, where
     * not NULL, their first and second derivatives x[1], x[2] along constant v; G. */
    void (*ends)(const hol_stand *, const double q[], const double v[], double *const x[3]);
    void (*pulls)(const hol_stand *, const double q[], const double x[], double G[]);
    /* J1 (3 x nv): the Jacobian of R rho differentiated along u; J2: once more, along w.
     * NULL where zero; only where flat. */
    void (*bend)(const double q[], const double u[], const double rho[3], double J1[]);
    void (*bend_rate)(const double q[], const double u[], const double w[], const double rho[3],
                      double J2[]);

    void (*angular)(const double q[], const double v[], double omega[3]); /* space axes */
    /* out += (d omega/dv)^T tau, tau in space axes */
    void (*torque)(const double q[], const double tau[3], double out[]);
    void (*spin)(const double q[], const double omega[3], double v[]); /* v of turning with omega */

    void (*mass)(const double J[3], const double q[], double M[]); /* blocks, one after another */
    /* where N^T M N is diagonal, N below, its diagonal; M ap = 0 then too.  NULL: by M and N */
    void (*reduced_mass)(const double J[3], const double q[], double Mr[]);
    /* forces of inertia -M' v + dT/dq (in `lie`: -Omega x J Omega); NULL where zero */
    void (*gyroscopic)(const double J[3], const double q[], const double v[], double f[]);
    /* where the mass is not constant: dT/dq at fixed v; its Jacobians in q: Tqq of T, Tvq of M v */
    void (*grad_kinetic)(const double J[3], const double q[], const double v[], double dT[]);
    void (*kinetic_tangent)(const double J[3], const double q[], const double v[], double Tqq[],
                            double Tvq[]);

    /* inner rows phi (inner), Jacobian g (inner x nv), d/dt(g) v, Hessian of lambda . phi (adds to
     * nv x nv); NULL where inner = 0 */
    void (*inner_rows)(const double q[], double phi[], double g[]);
    void (*inner_curve)(const double q[], const double v[], double out[]);
    void (*inner_hessian)(const double lambda[], double H[]);
    void (*project)(double q[], double v[]);
    /* c (nv): the dual vectors of those that the inner rows keep, c_i . d_j = delta_ij; by them
     * N (nv x (nv - inner)), a basis of the null space of g; ap, any solution of g ap = r; and
     * g^T mu = f.  NULL: N = 1, ap = 0. */
    void (*dual)(const double q[], double c[]);
    void (*basis)(const double q[], const double c[], double N[]);
    void (*particular)(const double c[], const double r[], double ap[]);
    void (*inner_multipliers)(const double c[], const double f[], double mu[]);

    /* NULL where flat: q' = v, q1 = q + dv */
    void (*rate)(const double q[], const double v[], double qdot[]);
    void (*move)(const double q[], const double dv[], double q1[]);
    void (*tidy)(double q[]); /* takes out the round-off of move */
    void (*difference)(const double q0[], const double q1[], double dv[]);
    void (*dexp)(const double u[], const double k[], double out[]);
    void (*dexpinv)(const double u[], const double k[], double out[]);
    void (*bracket)(const double a[], const double b[], double out[]); /* out may be b */

    /* Euler parameters p and body-frame angular velocity, and back */
    void (*pose)(const double q[], const double v[], double p[4], double omega[3]);
    void (*place)(const double p[4], const double omega[3], double q[], double v[]);
} hol_orientation;

extern const hol_orientation hol_directors; /* natural: d1, d2, d3 of a rigid body */
extern const hol_orientation hol_rod_axis;  /* natural: unit vector u of a rod */
extern const hol_orientation hol_circle;    /* natural: unit vector u of a planar body */
extern const hol_orientation hol_euler_parameters;
extern const hol_orientation hol_rotation; /* lie: R of a rigid body */
extern const hol_orientation hol_angle;    /* euler, lie: angle phi of a planar body */

struct hol_formulation {
    const char *name, *about;
    const struct hol_equations *equations;
    /* gives a system its equations: see hol_lay_out */
    bool (*lay_out)(hol_system *R, const void *data, hol_message *why);
    /* by shape; a point has none; `absent` where the formulation has no place for the shape */
    const hol_orientation *orientation[HOL_SHAPES];
    bool absent[HOL_SHAPES];
    /* Of one whose coordinates may be others where rows are left out of the model: the one in which
     * all rows are read; NULL: itself. */
    const struct hol_formulation *all_rows;
};
