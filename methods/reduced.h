/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The multiplier-free equations of motion in the coordinates v of tangent-space charts, which the
 * methods tangent-* integrate (paper 002, section 6):
 *
 *   D^T M D v'' = D^T (f + M U B c),   c = (dG/dt) q'    (32)
 *
 * With constraints that depend on time, Phi(q, t) = 0 (section 2: "additional terms appearing due
 * to derivatives with respect to time"), (15) is solved at the time t, and
 *
 *   q' = D v' - U B Phi_t (24),   c = (dG/dt) q' + 2 (dG/dt at fixed q) q' + Phi_tt.
 *
 * Their Phi_q is our G, gamma our c, S + Q^A our f.  M may be singular: D^T M D is positive
 * definite.  The multipliers of G^T lambda = f - M q'' follow from U^T: lambda = B^T U^T (f - M
 * q''), a product where hol_acceleration would solve anew. */
#pragma once

#include "methods/chart.h"

/* The first rows of their option tables, in this order. */
enum { HOL_REDUCED_STOPPING = HOL_CHART_OPTIONS, HOL_REDUCED_OPTIONS };
#define HOL_REDUCED_OPTION_ROWS                                                                    \
    HOL_CHART_OPTION_ROWS(1e-14, 1e-14),                                                           \
    {                                                                                              \
        "stopping", HOL_CHOICE, 1, 0, 1, "before after",                                           \
            "residual of (15) and (16) tested before or after an update"                           \
    }

typedef struct { /* a state's memory, a chart and the node in it */
    hol_stepper *s;
    hol_state *z;
    double t; /* of the node */
    hol_chart chart;
    double *v, *vdot; /* d: chart coordinates and their rate v' */
    double *g;        /* d: v'' at the node */
} hol_reduced;

size_t hol_reduced_memory(const hol_method *method, hol_eval *sys, const double opt[]);
hol_reduced hol_reduced_view(hol_stepper *s, hol_state *z);
/* A new chart at the state. */
hol_status hol_reduced_start(hol_stepper *s, double h, hol_state *z);

typedef struct {      /* a point of the chart, and what belongs to it */
    double *q, *qdot; /* n */
    double *D;        /* n x d */
    double *lambda;   /* m: multipliers; NULL: not wanted */
} hol_reduced_point;
hol_reduced_point hol_reduced_point_take(hol_reduced *y, bool multipliers);

/* q at the coordinates v, by (15); there v'' = g(t, v, v') of (34), with q' and D. */
hol_status hol_reduced_acceleration(hol_reduced *y, double t, const double v[], const double vdot[],
                                    const hol_reduced_point *x, double g[]);
/* The same at a q of the chart, that of x; by scratch that its caller releases. */
hol_status hol_reduced_at(hol_reduced *y, double t, const double vdot[], const hol_reduced_point *x,
                          double g[]);
/* dg/dv and dg/dv' (d x d) at a point with multipliers where v'' = g, the last one evaluated. */
hol_status hol_reduced_tangent(hol_reduced *y, double t, const double g[],
                               const hol_reduced_point *x, double g_v[], double g_vdot[]);
/* The c above at (t, q, q'), m. */
void hol_reduced_bend(hol_eval *sys, hol_work *w, double t, const double q[], const double qdot[],
                      double c[]);
/* q'' at the node by (29), n. */
void hol_reduced_qddot(hol_reduced *y, double qddot[]);
/* The node moves to a point, which has multipliers. */
void hol_reduced_move(hol_reduced *y, const double v[], const double vdot[], const double g[],
                      const hol_reduced_point *x);

/* One step in the chart, which moves the node where it succeeds; the step on charts. */
typedef hol_status hol_reduced_scheme(hol_reduced *y, double h);
hol_status hol_reduced_step(hol_stepper *s, double h, hol_state *z, hol_reduced_scheme *scheme);
