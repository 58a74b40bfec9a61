/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy.h: constrained mechanical systems and the methods that step them.
 *
 *   q' = T(q) v,   M(q) v' = f - G(q)^T lambda - A(q)^T alpha,   Phi(t,q) = 0,   A(q) v = w(t)
 *   f = -grad U + F(t,q,v) + gyroscopic terms,   G the Jacobian of Phi with respect to v
 *
 * problem -> model (bodies, joints, forces) -> realise in a formulation -> system -> step ->
 * states.
 *
 * SI units, radians, row-major arrays.  R maps body to space, Omega is the angular velocity in the
 * body frame, p = (p0, p1, p2, p3) Euler parameters, scalar first.  In the formulation `lie` every
 * derivative is left-trivialised: along q o exp(s v).  A capital is a matrix, lower case a vector.
 * Inputs come first, outputs last. */
#ifndef HOLONOMY_H
#define HOLONOMY_H

#include <stdbool.h>
#include <stddef.h>

/* ---------------------------------------------------------------- status */

#define HOL_STATUS_LIST(X)                                                                         \
    X(OK, "ok", "ok")                                                                              \
    X(REJECT, "rejected", "rejected: a smaller step may help")                                     \
    X(DIVERGED, "diverged", "diverged: the iteration did not converge")                            \
    X(SINGULAR, "singular", "singular: the constraints or the mass matrix lost rank")              \
    X(NOT_FINITE, "not finite", "not finite: a value overflowed or became NaN")                    \
    X(UNSUPPORTED, "unsupported", "unsupported: the method cannot step this system")               \
    X(LIMIT, "limit", "limit: the permitted number of steps was used up")

typedef enum {
#define X(name, word, text) HOL_##name,
    HOL_STATUS_LIST(X)
#undef X
} hol_status;

const char *hol_status_name(hol_status status); /* "ok", "rejected", "diverged", ... */
const char *hol_status_text(hol_status status); /* the whole sentence */

typedef struct { /* what went wrong, in one line that names the culprit */
    char text[512];
} hol_message;
void hol_say(hol_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---------------------------------------------------------------- options */

typedef enum { HOL_REAL, HOL_INT, HOL_CHOICE } hol_option_kind;

typedef struct { /* one row of the table of a method's options or a problem's parameters */
    const char *name;
    hol_option_kind kind;
    double value, min, max; /* default and inclusive range; a choice: index of the default */
    const char *choices;    /* "midpoint left trapezoid", NULL unless a choice */
    const char *help;       /* with the unit */
} hol_option;               /* a table ends with a row whose name is NULL */

/* Number of rows, and the defaults. */
int hol_option_count(const hol_option table[]);
void hol_option_defaults(const hol_option table[], double value[]);
/* Sets one value from the text "name=value"; false with a message that names the nearest valid
 * name, the range or the choices. */
bool hol_option_set(const hol_option table[], const char *text, double value[], hol_message *why);
/* Writes a value as the user would type it. */
void hol_option_print(const hol_option *option, double value, char text[64]);
/* The candidate nearest to a mistyped word (Damerau-Levenshtein), NULL where none is near. */
const char *hol_nearest(const char *word, const char *const candidate[], int count);

/* ---------------------------------------------------------------- model: bodies, joints, forces */

typedef enum { HOL_RIGID, HOL_POINT, HOL_ROD, HOL_PLANAR, HOL_SHAPES } hol_shape;

typedef struct {           /* position and velocity of a body, as formulations exchange them */
    double r[3], p[4];     /* mass centre in space [m], Euler parameters */
    double v[3], omega[3]; /* its velocity in space [m/s], angular velocity, body frame [rad/s] */
} hol_pose;

typedef struct {
    char name[32];
    hol_shape shape;
    bool fixed;  /* the mass centre is fixed in space: it has no coordinates */
    double m;    /* [kg] */
    double J[3]; /* principal moments about the mass centre [kg m^2]; planar: J[2]; rod: J[1] */
    hol_pose at; /* the start; a rod points along R e1; a planar body moves in z = 0 about e3 */
} hol_body;

enum { HOL_GROUND = -1 };

typedef struct { /* x = w r + R rho: a body-fixed point (w = 1) or direction (w = 0) */
    int body;    /* or HOL_GROUND, where r = 0 and R = 1 */
    double w;
    double rho[3]; /* body frame [m], or a unit vector */
} hol_marker;

hol_marker hol_point(int body, double x, double y, double z);
hol_marker hol_direction(int body, double x, double y, double z);

typedef struct hol_model hol_model;
typedef struct hol_force hol_force;

hol_model *hol_model_new(void);
void hol_model_free(hol_model *model);

/* Adds a body and returns its number.  A model that cannot be right (no mass, an inertia that
 * breaks the triangle inequality, an unknown body) is remembered and reported by hol_realise. */
int hol_add_body(hol_model *model, const hol_body *body);
/* The mistakes remembered since the last call, which are then forgotten; false: none. */
bool hol_model_mistakes(hol_model *model, hol_message *why);
int hol_body_count(const hol_model *model);
const hol_body *hol_body_at(const hol_model *model, int body);
/* The k-th pair of points between which a joint measures, where they coincide or how far apart they
 * are; false past the last. */
bool hol_joined_at(const hol_model *model, int k, hol_marker *i, hol_marker *j);

/* The basic constraints of paper 000, eqs (5.6) to (5.8), and two more; markers are points unless
 * said to be directions.  Rows are in metres or a cosine, so that multipliers are newtons (or
 * newton metres). */
void hol_coincide(hol_model *, const char *joint, hol_marker i, hol_marker j);     /* C */
void hol_orthogonal(hol_model *, const char *joint, hol_marker di, hol_marker dj); /* SO */
void hol_in_plane(hol_model *, const char *joint, hol_marker di, hol_marker i,
                  hol_marker j); /* O */
void hol_distance(hol_model *, const char *joint, hol_marker i, hol_marker j, double length);
/* direction . (j in space) = value, the direction given in space */
void hol_coordinate(hol_model *, const char *joint, hol_marker j, const double direction[3],
                    double value);

/* The joints of paper 000, Table 1.  Points chi and axes are in body axes; the axis of a universal,
 * revolute, cylindrical or translational joint is given in both bodies; for the universal joint the
 * two axes are the cross. */
void hol_spherical(hol_model *, const char *name, hol_marker i, hol_marker j);
void hol_universal(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                   hol_marker axis_j);
void hol_revolute(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                  hol_marker axis_j);
void hol_cylindrical(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                     hol_marker axis_j);
/* cross_i, cross_j: directions across the axis that stay parallel (no rotation about the axis) */
void hol_translational(hol_model *, const char *name, hol_marker i, hol_marker j, hol_marker axis_i,
                       hol_marker axis_j, hol_marker cross_i, hol_marker cross_j);
void hol_fixed(hol_model *, const char *name, hol_marker i, hol_marker j);

/* A nonholonomic row  d . (velocity of the point) = w(t),  d a body-fixed or space direction. */
void hol_nonholonomic(hol_model *, const char *name, hol_marker direction, hol_marker point,
                      double (*w)(double t));

/* Softens the rows named `joint` or `joint.*`, those there are (NULL: all of them): instead of Phi
 * = 0 the force -Phi / compliance - time d/dt(Phi) / compliance, of a stiff spring with a damper
 * [m/N], [s]; a nonholonomic row slips by `compliance` [s/kg] times its force.  Only methods that
 * treat stiff forces as relaxed constraints step such a model. */
void hol_soften(hol_model *, const char *joint, double compliance, double time);

typedef struct {                       /* what a force sees: one body in space */
    double r[3], R[9], v[3], omega[3]; /* omega in SPACE axes [rad/s] */
} hol_frame;

/* What a force does to a body: F at the mass centre [N] and, in space axes, a torque tau [N m] or
 * the matrix D = -dU/dR [N m], which keeps a potential's gradient exact where R is not orthogonal.
 */
typedef struct {
    double F[3], tau[3], D[9];
} hol_wrench;

/* A force law, written once for every formulation.  `frame` and `w`: of the bodies named in the
 * force, in its order (an entry HOL_GROUND has the frame of space, its wrench is dropped).  energy
 * is NULL where the force has no potential; a force with one must have wrench = -grad U and is a
 * force of position only. */
typedef struct {
    const char *name;
    bool position_only; /* depends on neither t nor v */
    bool on_directors;  /* the wrench is F and D, else F and tau; the other stays zero */
    double (*energy)(const hol_force *, const hol_frame frame[]);
    void (*wrench)(const hol_force *, double t, const hol_frame frame[], hol_wrench w[]);
    /* Of a force without potential: its work between two near frames of each body, where it does
     * not depend on the way between them, else NaN [J].  NULL: it always does. */
    double (*work)(const hol_force *, const hol_frame from[], const hol_frame to[]);
} hol_force_law;

struct hol_force {
    const hol_force_law *law;
    int count, body[2];
    double par[16];   /* the law's constants */
    const void *user; /* borrowed: outlives the model */
};

void hol_gravity(hol_model *, const double g[3]); /* on every body of the model [m/s^2] */
void hol_force_constant(hol_model *, hol_marker at, const double F[3]);
void hol_torque_space(hol_model *, int body, const double tau[3]);
void hol_torque_body(hol_model *, int body, const double tau[3]);
void hol_spring(hol_model *, hol_marker i, hol_marker j, double stiffness, double length,
                double damping);
void hol_add_force(hol_model *, const hol_force *force);

/* Declares a symmetry: translation along `linear`, rotation about the axis `angular` through
 * `centre`; the system then has a momentum map of that name. */
void hol_symmetry(hol_model *, const char *name, const double linear[3], const double angular[3],
                  const double centre[3]);

/* ---------------------------------------------------------------- system */

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
    X(HARD, 10, "hard joints (none softened)")

enum {
#define X(name, bit, text) HOL_##name = 1 << bit,
    HOL_TRAIT_LIST(X)
#undef X
};
/* "a constant mass matrix, holonomic constraints only" for the bits of `traits`. */
void hol_traits_text(unsigned traits, char *text, size_t size);

typedef struct { /* a matrix of fixed sparsity by compressed rows; columns of a block are adjacent
                  */
    int rows, cols, nnz;
    const int *start; /* rows + 1 */
    const int *col;   /* nnz */
} hol_pattern;

/* Filled by the shared machinery, never by a method.  In the terms of paper 000: accelerations are
 * its #dist, projections its #proj (those that took an iteration), jacobians its #dg, hessians and
 * third_derivatives its #d2g^i and #d3g^i (row by row; a curvature has one of each joint row). */
#define HOL_COUNTER_LIST(X)                                                                        \
    X(constraints)                                                                                 \
    X(jacobians)                                                                                   \
    X(hessians)                                                                                    \
    X(third_derivatives)                                                                           \
    X(forces)                                                                                      \
    X(masses)                                                                                      \
    X(curvatures)                                                                                  \
    X(accelerations)                                                                               \
    X(factorisations)                                                                              \
    X(solves)                                                                                      \
    X(krylov)                                                                                      \
    X(newton)                                                                                      \
    X(newton_most)                                                                                 \
    X(projections)                                                                                 \
    X(projected)                                                                                   \
    X(invariant_gradients)                                                                         \
    X(invariant_hessians)                                                                          \
    X(reparametrisations)

/* Of CPU time [s], and the largest condition number of a Newton matrix: 0 unless a method was
 * asked to measure them. */
#define HOL_MEASURE_LIST(X)                                                                        \
    X(seconds_acceleration)                                                                        \
    X(seconds_projection)                                                                          \
    X(condition)

typedef struct {
#define X(name) long name;
    HOL_COUNTER_LIST(X)
#undef X
    long steps, rejected;
#define X(name) double name;
    HOL_MEASURE_LIST(X)
#undef X
} hol_counters;

typedef struct {      /* rows of (G of the joints; A) that are combinations of others */
    int count;        /* 0: none, or too large a model to name them */
    int *row;         /* joint rows, then nj + the nonholonomic ones */
    hol_message text; /* "rows 'd.z', 'd.tilt_a' depend on 'a.z', 'b.z'"; "" where there are none */
} hol_dependence;

typedef struct { /* a row that is softened: of Phi, or, from nc on, a nonholonomic one */
    int row;
    double compliance, time;
} hol_soft;

typedef struct hol_system hol_system;
typedef struct hol_work hol_work;

/* One model realised in one formulation, or in coordinates of the problem's own (`own`, see
 * hol_own).  A system has scratch of its own: one thread, one call at a time. Evaluations cannot
 * fail: what overflows is caught by the wrapper of the step. Constraint rows: joints first (nj),
 * inner rows last (nc - nj); then na nonholonomic rows apart.
 */
struct hol_system {
    int nq, nv, nc, nj, na, nb; /* nb bodies */
    int nr;                     /* reduced velocities: nv less the inner rows */
    int ns;                     /* momentum maps */
    unsigned has;               /* traits */
    bool turns;                 /* forces of inertia are not zero */
    bool uniform_forces;        /* uniform gravity alone: the forces have no tangent */
    double length, speed;       /* scales of q [m, 1] and v [m/s, 1/s], for tolerances */
    const char *formulation,
        *same_as; /* same_as: a formulation with identical equations, or NULL */
    const hol_model *model;
    const double *par; /* `own`: the parameters of the problem; else NULL */
    void *self;
    void (*destroy)(hol_system *); /* frees the system and what it owns */
    hol_pattern M, K, G, A;        /* M: block-diagonal; K: M and every coupled pair of bodies */
    const int *M_in_K;             /* where each entry of M stands in K */
    hol_counters *count;
    const bool *held; /* nc: rows linear in q, their rows of G constant; NULL: none */
    double *rows; /* with `held`: scratch in the pattern G, in which the held rows always stand */
    const char *const *row_name;      /* nc names of constraint rows */
    const char *const *momentum_name; /* ns */
    int softs;
    const hol_soft *soft;     /* none where HARD */
    hol_dependence dependent; /* at the start; none where FULL_RANK */
    /* nj + na: a diagonal that gives the dependent rows the multiplier 0; NULL where FULL_RANK */
    double *slack;

    void (*mass)(const hol_system *, const double q[], double M[]); /* in the pattern M */
    double (*kinetic)(const hol_system *, const double q[], const double v[]);
    double (*potential)(const hol_system *, const double q[]);
    void (*grad_potential)(const hol_system *, const double q[], double dU[]); /* nv */
    /* nv each: forces without a potential; forces of inertia -M' v + dT/dq; dT/dq at fixed v */
    void (*applied)(const hol_system *, double t, const double q[], const double v[], double F[]);
    /* The work of the forces without a potential between two near configurations where it does not
     * depend on the way, else NaN [J].  NULL: NaN. */
    double (*work)(const hol_system *, const double q0[], const double q1[]);
    void (*gyroscopic)(const hol_system *, const double q[], const double v[], double f[]);
    void (*grad_kinetic)(const hol_system *, const double q[], const double v[], double dT[]);
    /* Tangents in the pattern K: of -grad U + F, with respect to q and to v; either may be NULL. */
    void (*tangent)(const hol_system *, double t, const double q[], const double v[], double Kq[],
                    double Kv[], hol_work *w);
    /* In the pattern K: the Hessian of U is -Kq above; that of the kinetic energy at fixed v, and
     * the mixed one d(M v)/dq (row: component of M v).  Zero where the mass is constant. */
    void (*kinetic_tangent)(const hol_system *, const double q[], const double v[], double Tqq[],
                            double Tvq[]);

    /* Phi (nc) and G (in its pattern), either may be NULL; d/dt(G) v (nc) at constant v */
    void (*constraints)(const hol_system *, double t, const double q[], double phi[], double G[]);
    void (*curvature)(const hol_system *, const double q[], const double v[], double g[]);
    /* Phi, G v (nc each) and the rows of G that are not held, into a G that has the others; NULL:
     * constraints and a product serve. */
    void (*flow)(const hol_system *, double t, const double q[], const double v[], double phi[],
                 double Gv[], double G[]);
    /* Adds the Hessian of lambda . Phi, and its derivative along u, to a matrix of pattern K;
     * only where FLAT.  */
    void (*hessian)(const hol_system *, const double q[], const double lambda[], double K[]);
    void (*hessian_rate)(const hol_system *, const double q[], const double u[],
                         const double lambda[], double K[]);
    /* Driven joints: Phi_t and Phi_tt + 2 d/dt(G) v; NULL where SCLERONOMIC. */
    void (*drive)(const hol_system *, double t, const double q[], const double v[], double phi_t[],
                  double phi_tt[]);
    /* Nonholonomic rows: A (in its pattern), w (na), either may be NULL; b = w' - A' v (na) of
     * A v' = b. */
    void (*nonholonomic)(const hol_system *, double t, const double q[], double A[], double w[]);
    void (*nonholonomic_rate)(const hol_system *, double t, const double q[], const double v[],
                              double b[]);

    void (*rate)(const hol_system *, const double q[], const double v[], double qdot[]); /* nq */
    /* q1 = q o exp(dv), q1 may be q; dv = q1 (-) q0 is its inverse; tangents of exp body by body,
     * left-trivialised, |u| < 2 pi */
    void (*move)(const hol_system *, const double q[], const double dv[], double q1[]);
    void (*difference)(const hol_system *, const double q0[], const double q1[], double dv[]);
    void (*dexpinv)(const hol_system *, const double u[], const double k[], double out[]);
    void (*dexp)(const hol_system *, const double u[], const double k[], double out[]);
    /* [a, b] of the velocities, of rotations the vector product; out may be b; NULL: zero,
     * coordinates add */
    void (*bracket)(const hol_system *, const double a[], const double b[], double out[]);

    void (*inner_project)(const hol_system *, double q[], double v[]);
    /* M v' = f - (G; A)^T y, (G; A) v' = r (nc + na; NULL: 0), the inner rows eliminated body by
     * body: v' = ap + N c, N a basis of their null space (nr columns): Mr = N^T M N, fr =
     * N^T (f - M ap), Gr = (G_joints; A) N, and Gr c = br.  expand gives v' and the inner
     * multipliers (all nc of lambda) back from c and the nj + na multipliers y of the rows of Gr.
     */
    hol_pattern Mr, Gr;
    struct hol_saddle *solver; /* of the reduced equations; its factors are scratch */
    void (*reduce)(const hol_system *, double t, const double q[], const double r[],
                   const double f[], double Mr[], double fr[], double Gr[], double br[]);
    void (*expand)(const hol_system *, const double q[], const double f[], const double c[],
                   const double y[], double a[], double lambda[]);

    /* J (ns) of the momentum p (nv); poses of all bodies (nb) and back, NULL: a system's own start
     */
    void (*momentum)(const hol_system *, const double q[], const double p[], double J[]);
    void (*poses)(const hol_system *, const double q[], const double v[], hol_pose pose[]);
    void (*place)(const hol_system *, const hol_pose pose[], double q[], double v[]);
};

typedef struct hol_formulation hol_formulation;
const hol_formulation *hol_formulation_at(int k); /* NULL past the last */
const hol_formulation *hol_formulation_named(const char *name);
const char *hol_formulation_name(const hol_formulation *);
const char *hol_formulation_about(const hol_formulation *);

/* The system of a model in a formulation, which borrows the model; NULL with a message where the
 * model is wrong, its start violates the constraints, or the formulation has no place for one of
 * its bodies (`unfit` true).
 */
hol_system *hol_realise(const hol_model *model, const hol_formulation *formulation, bool *unfit,
                        hol_message *why);
/* Coordinates of a problem's own: q' = v, q adds, every row is a joint row, no nonholonomic ones.
 * It writes into a system
 *
 *   nv, nc, row_name          coordinates, rows and their names
 *   has                       of REGULAR_MASS, QUADRATIC, POSITION_FORCES those that hold
 *   mass, potential, grad_potential, poses, place, and where there are rows constraints, curvature,
 *   hessian, hessian_rate     must be given
 *   drive, applied, tangent   NULL: no driven rows, no other forces, the tangent by differences
 *   gyroscopic, grad_kinetic, kinetic_tangent   NULL: the mass is constant
 *   ns, momentum_name, momentum                 NULL: no momentum map
 *
 * and the library does the rest.  Matrices are full, row-major: M and K nv x nv, G nc x nv.  par:
 * the problem's parameters, which the calls find in sys->par.  The poses are those of the model's
 * bodies, whose start is the system's. */
typedef void hol_own(hol_system *sys, const double par[]);
/* n: the number of parameters.  NULL with a message where the model is wrong or the start violates
 * the constraints. */
hol_system *hol_realise_own(const hol_model *model, hol_own *own, const double par[], int n,
                            hol_message *why);
void hol_system_free(hol_system *sys);

/* The rows that depend on others at q, `least` of them at least (near a singular configuration);
 * false where there are none. */
bool hol_dependent_rows(const hol_system *sys, const double q[], int least, hol_dependence *found);
void hol_dependence_clear(hol_dependence *d);

/* f = -grad U + F, nv; and with the gyroscopic terms. */
void hol_outer_force(const hol_system *sys, double t, const double q[], const double v[],
                     double f[], hol_work *w);
void hol_total_force(const hol_system *sys, double t, const double q[], const double v[],
                     double f[], hol_work *w);
/* Products with a matrix of fixed pattern: y = A x, and y += factor A^T x. */
void hol_multiply(const hol_pattern *P, const double A[], const double x[], double y[]);
void hol_multiply_transposed_add(const hol_pattern *P, const double A[], double factor,
                                 const double x[], double y[]);
/* The pattern of G above A, for values of G followed by those of A; to be freed. */
hol_pattern hol_stacked_rows(const hol_system *sys);
void hol_pattern_free(hol_pattern *P);

/* a (nv), lambda (nc or NULL) and alpha (na or NULL) of
 *
 *     M a = f - G^T lambda - A^T alpha,   (G; A) a = r      f: nv, r: nc + na, NULL: 0
 *
 * at (t, q): Algorithm 5.1 of paper 000 in every formulation (inner rows eliminated, Schur
 * complement over the joint rows and the nonholonomic ones; rows that depend on others at the start
 * have the multiplier 0).  With r = 0 and f a momentum p it is the Legendre transform on the
 * constraints. */
hol_status hol_constrained_solve(const hol_system *sys, hol_work *w, double t, const double q[],
                                 const double r[], const double f[], double a[], double lambda[],
                                 double alpha[]);
/* The r of the index-1 equations at (t, q, v): -d/dt(G) v - d/dt(Phi_t), and b. */
void hol_row_rates(const hol_system *sys, hol_work *w, double t, const double q[], const double v[],
                   double r[]);
/* v' and the multipliers of the index-1 equations: that r under the system's own force. */
hol_status hol_acceleration(const hol_system *sys, hol_work *w, double t, const double q[],
                            const double v[], double a[], double lambda[], double alpha[]);

/* The same by another solver of the patterns Mr and Gr than the system's own. */
hol_status hol_acceleration_by(struct hol_saddle *solver, const hol_system *sys, hol_work *w,
                               double t, const double q[], const double v[], double a[],
                               double lambda[], double alpha[]);

/* ---------------------------------------------------------------- methods */

typedef enum { HOL_NOT_KEPT, HOL_BOUNDED, HOL_EXACT } hol_kept;

typedef struct { /* each is measured by the tests and by `holonomy certify` */
    double order_q, order_v, order_lambda; /* the last of alpha too; 0: no claim */
    double lambda_time;        /* the method's own multipliers stand at t + lambda_time h */
    hol_kept energy, momentum; /* of the state's (q, v) */
    hol_kept nodal_momentum;   /* of the state's p */
    hol_kept phi, gv, inner;   /* EXACT: to the method's tolerance */
    bool symmetric, symplectic;
    double error_order; /* of the error estimate; 0: none, the method steps at fixed h */
    bool own_control;   /* keeps to rtol and atol by steps of its own within h; error_order is 0 */
} hol_claims;

static inline bool hol_takes_tolerances(const hol_claims *claims)
{
    return claims->error_order > 0 || claims->own_control;
}

typedef struct {
    double t, *q, *v;
    double
        *lambda; /* nc: the method's own multipliers, forces of the sign of M v' = f - G^T lambda */
    double *alpha; /* na: those of the nonholonomic rows, M v' = f - G^T lambda - A^T alpha */
    /* nv: nodal momentum p_n = h D1 Ld(q_n, q_n-1), new node first: -h D2 Ld(q_n+1, q_n) up to
     * the impulse h G^T lambda of the node, and their momentum maps agree.  Meaningful where the
     * method claims nodal_momentum; hol_start sets M v. */
    double *p;
    double *memory; /* what the method keeps between steps */
} hol_state;

typedef struct hol_method hol_method;

/* Step-size control: h_new = h min(growth, max(shrinkage, safety err^(-1/p))), p the order of the
 * estimate; growth_rejected in place of growth right after a rejection. */
typedef struct {
    double safety, growth, shrinkage, growth_rejected;
} hol_control;

typedef struct { /* a method set up for a system; a step reads and writes through it */
    const hol_system *sys;
    const hol_method *method;
    const double *opt;   /* values in the order of the method's table */
    double rtol, atol;   /* of the error estimate; 0 at fixed steps */
    hol_control control; /* paper 000's, unless set-up changes it */
    void *aux;           /* what set-up made: factorisations, charts, foreign solvers */
    hol_work *work;
    hol_counters *count;
    double error;    /* scaled estimate of the last step: accept at <= 1 */
    double residual; /* of the iteration that failed, or the last one */
    const char *residual_of;
} hol_stepper;

struct hol_method {
    const char *name, *family, *source, *about;
    const char *formulation;   /* the default one */
    const hol_option *options; /* or NULL */
    unsigned needs;            /* traits */
    /* "epsilon=1e-13": an option whose default leaves an error that does not fall with h, and a
     * value at which the orders are measured; NULL: none */
    const char *order_at;
    bool softens;  /* steps softened joints too; else it needs HARD */
    bool baseline; /* a foreign integrator that others are measured against */
    hol_claims (*claims)(const hol_system *sys, const double opt[]);
    size_t (*memory)(const hol_system *sys, const double opt[]); /* doubles; NULL: none */
    hol_status (*setup)(hol_stepper *s);                         /* NULL: nothing; may allocate */
    void (*release)(hol_stepper *s); /* called where set-up left an aux, failed or not */
    hol_status (*start)(hol_stepper *s, double h, hol_state *z); /* NULL: nothing */
    /* after a change of h; NULL: start serves */
    hol_status (*restart)(hol_stepper *s, double h, hol_state *z);
    hol_status (*step)(hol_stepper *s, double h, hol_state *z); /* h < 0 steps back */
    /* q, v at t + theta h of the step just taken, 0 <= theta <= 1; NULL: cubic Hermite */
    void (*dense)(hol_stepper *s, double h, const hol_state *z, double theta, double q[],
                  double v[]);
};

const hol_method *hol_method_at(int k); /* NULL past the last */
const hol_method *hol_method_named(const char *name);
/* What a method that this build lacks would need; NULL: there is none of that name, or it is here.
 */
const char *hol_method_left_out(const char *name);
/* The traits a method needs and the system lacks. */
unsigned hol_missing(const hol_method *method, const hol_system *sys);
/* The same in words, with the rows that depend on others where the rank is missed. */
void hol_missing_text(const hol_method *method, const hol_system *sys, char *text, size_t size);

hol_stepper *hol_stepper_new(const hol_system *sys, const hol_method *method, const double opt[],
                             hol_status *status);
void hol_stepper_free(hol_stepper *s);
hol_state *hol_state_new(const hol_system *sys, const hol_method *method, const double opt[]);
void hol_state_free(hol_state *z);
/* q, v from `at` (one pose per body; NULL: the model's start) at time t, then the method's start.
 */
hol_status hol_start(hol_stepper *s, double t, double h, const hol_pose at[], hol_state *z);
/* One step; a failed one leaves the state as it was, bit for bit.  z->t is left to the driver. */
hol_status hol_step(hol_stepper *s, double h, hol_state *z);
/* Prepares a state that was stepped for steps of another size h; fails as a step does. */
hol_status hol_restart(hol_stepper *s, double h, hol_state *z);

/* ---------------------------------------------------------------- scratch of a step */

/* A stack of doubles.  What hol_take gives is zeroed, 16-byte aligned and valid until the mark
 * below it is released (the step's own mark ends with the step).  A stack too small spills to the
 * heap and is regrown at the next outermost release: later steps allocate nothing. */
struct hol_work {
    double *block; /* zero from `used` on */
    size_t capacity, used, peak;
    struct hol_spill *spills;
};

hol_work *hol_work_new(void);
void hol_work_free(hol_work *w);
void hol_release(hol_work *w, size_t mark);
double *hol_take_spilled(hol_work *w, size_t at, size_t end);

static inline size_t hol_mark(const hol_work *w)
{
    return w->used;
}

static inline double *hol_take(hol_work *w, int n)
{
    size_t at = w->used, end = at + (((size_t)n + 1) & ~(size_t)1); /* even: 16-byte aligned */
    w->used = end;
    return end <= w->capacity ? w->block + at : hol_take_spilled(w, at, end);
}

/* ---------------------------------------------------------------- problems */

typedef struct {
    const char *name, *source, *about;
    const char *drawing;          /* ASCII */
    const hol_option *parameters; /* or NULL */
    void (*build)(hol_model *model, const double par[]);
    const hol_model *model; /* a finished model in place of `build`; NULL: none */
    const char *digest;     /* SHA-256 of the file that model was read from; NULL: none */
    hol_own *own;           /* escape hatch: the same model in its own coordinates; NULL: none */
    double t_end, step;     /* default span and step [s] */
    /* beyond it the motion (with the default parameters) comes near a singular configuration, where
     * it is not unique, and nothing is claimed of a run [s]; 0: it never does */
    double t_regular;
    const char *size; /* the parameter that sets the number of bodies, or NULL */
    /* file names in reference/, blanks between; each says for which parameters it holds; or NULL */
    const char *reference;
    /* "epsilon=0.4": a parameter that the tests of the claims set, where the default motion is too
     * plain to tell methods apart; NULL: none */
    const char *trial;
    /* closed form at time t for any parameters, where one exists; NULL: none */
    void (*exact)(const double par[], double t, hol_pose pose[]);
} hol_problem;

const hol_problem *hol_problem_at(int k);
const hol_problem *hol_problem_named(const char *name);

#endif
