/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holonomy/formulation.h: from a model, or from coordinates of a problem's own, to a system. */
#ifndef HOLONOMY_FORMULATION_H
#define HOLONOMY_FORMULATION_H

#include <stdbool.h>

#include "holonomy/api.h"
#include "holonomy/system.h"

HOL_API_BEGIN

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
 * Matrices are full, row-major: M and K nv x nv, G nc x nv.  par: the problem's parameters.  The
 * poses are those of the model's bodies, whose start is the system's. */
typedef struct {
    int nv, nc, ns;                   /* coordinates, rows, momentum maps */
    const char *const *row_name;      /* nc */
    const char *const *momentum_name; /* ns */
    unsigned has;              /* of REGULAR_MASS, QUADRATIC, POSITION_FORCES those that hold */
    const bool *is_length;     /* nv; NULL: all coordinates are lengths */
    const bool *row_is_length; /* nc; NULL: all rows are lengths */

    void (*mass)(const double par[], const double q[], double M[]);
    double (*potential)(const double par[], const double q[]);
    void (*grad_potential)(const double par[], const double q[], double dU[]);
    void (*poses)(const double par[], const double q[], const double v[], hol_pose pose[]);
    void (*place)(const double par[], const hol_pose pose[], double q[], double v[]);

    /* where nc > 0: Phi and G, either may be NULL; d/dt(G) v; the Hessian of lambda . Phi, and its
     * derivative along u, added to K */
    void (*constraints)(const double par[], double t, const double q[], double phi[], double G[]);
    void (*curvature)(const double par[], const double q[], const double v[], double g[]);
    void (*hessian)(const double par[], const double q[], const double lambda[], double K[]);
    void (*hessian_rate)(const double par[], const double q[], const double u[],
                         const double lambda[], double K[]);
    /* NULL: no driven rows; either output may be NULL */
    void (*drive)(const double par[], double t, const double q[], const double v[], double phi_t[],
                  double phi_tt[]);

    void (*applied)(const double par[], double t, const double q[], const double v[],
                    double F[]); /* NULL: every force has a potential */
    /* of -grad U + F, either may be NULL; NULL: by differences */
    void (*tangent)(const double par[], double t, const double q[], const double v[], double Kq[],
                    double Kv[]);
    /* all three NULL: the mass is constant */
    void (*gyroscopic)(const double par[], const double q[], const double v[], double f[]);
    void (*grad_kinetic)(const double par[], const double q[], const double v[], double dT[]);
    void (*kinetic_tangent)(const double par[], const double q[], const double v[], double Tqq[],
                            double Tvq[]);
    void (*momentum)(const double par[], const double q[], const double p[], double J[]); /* ns */
} hol_own;

/* The table is borrowed; n: the number of parameters, which are copied.  NULL with a message where
 * the model is wrong or the start violates the constraints. */
hol_system *hol_realise_own(const hol_model *model, const hol_own *own, const double par[], int n,
                            hol_message *why);
void hol_system_free(hol_system *system);

HOL_API_END

#endif
