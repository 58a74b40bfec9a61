/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_004.h: the runs behind the section on Terze, Zlatar, Mueller 2012 (paper 004): its gyrostat
 * by Munthe-Kaas steps, stabilised or not, and by generalised-alpha. */
#ifndef HOL_PAPER_004_H
#define HOL_PAPER_004_H

#include <math.h>

#include "harness/papers/paper.h"
#include "harness/run.h"

typedef struct { /* a method with options "name=value", ends with NULL, and what it is called */
    const char *title, *method, *option[3];
} hol_p004_scheme;

/* The gyrostat by a scheme in its own formulation; r is to be freed; false with a message. */
bool hol_p004_run(const hol_p004_scheme *scheme, double h, double until, int samples,
                  hol_observer *observe, void *observer, hol_result *r, hol_message *why);

enum { HOL_P004_BODIES = 2 }; /* rotor A, platform B */

typedef struct {                            /* a run to t = 10 s */
    double h;                               /* [s] */
    double phi, gv;                         /* largest |Phi|, |G v| of a row */
    double position, orientation, velocity; /* errors at the end */
    double centre;                          /* motion of the mass centre [m] */
    double spin[HOL_P004_BODIES];           /* change of omega_A3, omega_B3 [rad/s] */
    double rotation;                        /* largest |R^T R - 1| */
} hol_p004_quality;

bool hol_p004_quality_of(const hol_p004_scheme *scheme, double h, hol_p004_quality *q,
                         hol_message *why);

/* DIR/name with a heading and `rows` lines of `columns` numbers; DIR NULL: none.  An exit code. */
int hol_p004_table(const char *dir, const char *name, const char *heading, int rows, int columns,
                   const double x[], hol_message *why);

/* ln(x1/x0) / ln(h1/h0) */
static inline double hol_p004_slope(double x0, double x1, double h0, double h1)
{
    return log(x1 / x0) / log(h1 / h0);
}

/* The studies: what the stabilisations of section 2.3 leave, the weights of (12) and how often (23)
 * acts; and the orders of generalised-alpha.  An exit code of the program. */
int hol_p004_stabilisation(hol_paper_findings *found, const char *dir, hol_message *why);
int hol_p004_orders(hol_paper_findings *found, const char *dir, hol_message *why);

#endif
