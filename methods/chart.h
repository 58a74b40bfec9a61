/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tangent-space charts of the constraint manifold {Phi(q) = 0} (paper 002, sections 3 and 5), for
 * flat systems of full rank; the constraints may depend on time, whose manifold at the time t is
 * meant:
 *
 *   q = q0 + V v - U u (9),   U = G(q0)^T,  V an orthonormal basis of the null space of G(q0)
 *   u = h(v) by (15),   B = (G(q) U)^-1 by (16),   D = (1 - U B G) V (24)
 *   q' = D v',   q'' = D v'' - U B c (29),   c = (dG/dt) q' = sys->curvature, the paper's gamma
 *
 * q and Phi are counted in the units of the system (hol_unit), in which V is orthonormal: what is
 * kept of a chart is in them, what the functions take and give is not.
 *
 * u and B are met as U u and U B only, and kept so: (15) and (16) times U.
 *
 * n = nq = nv, m = nc, d = n - m; matrices dense and row-major.  h(v) solves Phi(q) = 0, where the
 * paper writes Phi(q) = Phi(q0): a start that is off by round-off does not stay off. */
#pragma once

#include "holonomy/method.h"

/* Rows of the option tables of the methods on charts, in this order. */
enum {
    HOL_CHART_UTOL,
    HOL_CHART_BTOL,
    HOL_CHART_VMAX,
    HOL_CHART_GROWTH,
    HOL_CHART_CONDITION,
    HOL_CHART_FAILURE,
    HOL_CHART_OPTIONS
};
/* clang-format off */
#define HOL_CHART_OPTION_ROWS(utol, Btol)                                                          \
    {"utol", HOL_REAL, utol, 1e-15, 1e-2, NULL,                                                    \
     "tolerance of (15): largest |Phi| over the length of the system"},                            \
    {"Btol", HOL_REAL, Btol, 1e-15, 1e-2, NULL, "tolerance of (16): |1 - G U B|, Frobenius norm"},         \
    {"vmax", HOL_REAL, 0.75, 1e-6, 1e6, NULL,                                                      \
     "new chart for the next step past this |v|, in the system's units (the paper's number)"},         \
    {"growth", HOL_REAL, 4.0, 1.1, 1e6, NULL,                                                      \
     "the chart ends, within a step too, where |(G U)^-1| has grown by this factor"},              \
    {"condition", HOL_REAL, 1e8, 10, 1e14, NULL,                                                   \
     "the chart ends where |G U| |(G U)^-1| passes this; one that begins there is singular"},      \
    {"failure", HOL_CHOICE, 0, 0, 1, "renew end",                                                  \
     "a step that fails in a used chart: once more from a new one, or no more"}
/* clang-format on */

/* The ends of failure = end. */
extern const hol_option_end hol_chart_ends[];

typedef struct {      /* when the iterations (15) and (16) stop, and where the chart ends */
    double utol;      /* on the largest |Phi| over sys->length */
    double Btol;      /* on |1 - G U B|, Frobenius norm */
    double vmax;      /* a step begins where |v| is no larger */
    double growth;    /* the chart ends where |B| is this many times its value at the centre, */
    double condition; /* or the condition number |G U| |B| (Frobenius norms) exceeds this */
    bool renew;       /* a step that fails in a used chart is tried from a new one */
    /* The residual tested is that before an update, which (15) still makes, for it is at hand, and
     * (16) does not; else that after an update, of which there is at least one. */
    bool before;
    /* B goes ahead of the places it is met at: a residual of (15) after an update, which those
     * before say will be small enough, is not formed but with `before`; where an update of (15) or
     * (24) leaves much of the residual, B catches up once. */
    bool foresees;
} hol_chart_rule;

enum { /* norms at the centre: Frobenius of G U and B, spectral of U and U B */
       HOL_CHART_GU0,
       HOL_CHART_B0,
       HOL_CHART_U,
       HOL_CHART_UB0,
       HOL_CHART_SIZES
};

typedef struct { /* a view of what a state keeps of its chart */
    hol_stepper *s;
    hol_chart_rule rule;
    int n, m, d;
    double t;           /* of the constraints; set by who uses the chart */
    double *q0, *U, *V; /* the centre: n, n x m, n x d */
    double *UB0;        /* U B there, n x m */
    double *size;       /* HOL_CHART_SIZES numbers */
    bool caught_up;     /* B has been renewed by hol_chart_catch_up */
    double *Uu, *UB;    /* U u of the last point and U B of the last tangent, where the iterations
                         * start: n, n x m, U B behind U u */
} hol_chart;

/* The rule of the method's options, of which row `first` is the first of the rows above; `before`
 * and `foresees` are false. */
hol_chart_rule hol_chart_rule_of(const hol_stepper *s, int first);
/* Doubles of the state's memory a chart takes, and the view of them. */
size_t hol_chart_size(hol_eval *sys);
hol_chart hol_chart_view(hol_stepper *s, hol_chart_rule rule, double memory[]);

/* A new chart at q, where v = 0, u = 0 and q is left bit for bit.  SINGULAR, with the condition
 * number as the stepper's residual, where that exceeds the rule's. */
hol_status hol_chart_open(hol_chart *c, const double q[]);
/* q(v), n from d, by (15). */
hol_status hol_chart_point(hol_chart *c, const double v[], double q[]);
/* B by (16) and D (n x d) at a point q of the chart; REJECT past the chart's end. */
hol_status hol_chart_tangent(hol_chart *c, const double q[], double D[]);
/* Its parts: G at q, in the units of the system (in the pattern G); B of that G; D of G and B. */
void hol_chart_jacobian(const hol_chart *c, const double q[], double G[]);
hol_status hol_chart_renew(hol_chart *c, const double G[]);
/* The same to 1e-6, where B is to serve iterations alone. */
hol_status hol_chart_catch_up(hol_chart *c, const double G[]);
void hol_chart_basis(const hol_chart *c, const double G[], double D[]);

/* For who knows q and q' but for what they are off the manifold, with whatever B there is; Uu is
 * left alone.  q (n) moves along U onto the manifold, by (15), which leaves v = V^T (q - q0); q'
 * (n), at that q and its G in units, by U B (G q' + Phi_t) onto D v' - U B Phi_t (24), which leaves
 * v' = V^T q'. */
hol_status hol_chart_onto(hol_chart *c, double q[]);
hol_status hol_chart_onto_tangent(hol_chart *c, const double G[], const double q[], double qdot[]);

typedef struct { /* a method's node on a chart */
    void *self;
    const double *v;                 /* d: its coordinates */
    hol_status (*renew)(void *self); /* a new chart there, v = 0 */
    /* a step in the chart, which moves the node and writes anything only where it succeeds */
    hol_status (*within)(void *self, double h);
} hol_chart_node;

/* A step from a node, with the changes of chart that the rule asks for.  A fixed step that fails is
 * followed in parts: it is SINGULAR where the motion runs into a singular configuration. */
hol_status hol_chart_step(hol_chart *c, double h, const hol_chart_node *node);

/* (15) and (16) start from the latest point; to start them from another, as the paper does from the
 * step's start for every stage: keep its U u and U B in so many numbers and go back to them. */
int hol_chart_place(const hol_chart *c);
void hol_chart_keep(const hol_chart *c, double place[]);
void hol_chart_go_back(hol_chart *c, const double place[]);

/* At the last tangent: y = U B x, n from m, and lambda = B^T U^T r, m from n: what solves
 * G^T lambda = r for an r in its range. */
void hol_chart_normal(const hol_chart *c, const double x[], double y[]);
void hol_chart_multipliers(const hol_chart *c, const double r[], double lambda[]);
/* V v, n from d. */
void hol_chart_along(const hol_chart *c, const double v[], double q[]);
/* v' = V^T q', d from n (35). */
void hol_chart_velocity(const hol_chart *c, const double qdot[], double vdot[]);
/* v = V^T (q - q0), d from n (11). */
void hol_chart_coordinates(const hol_chart *c, const double q[], double v[]);

/* Y = A X, X and Y with `columns` columns. */
void hol_multiply_columns(const hol_pattern *P, const double A[], int columns, const double X[],
                          double Y[]);
/* y = A^T x, A rows x cols. */
void hol_multiply_dense_transposed(int rows, int cols, const double A[], const double x[],
                                   double y[]);
