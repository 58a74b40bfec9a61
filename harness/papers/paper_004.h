/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_004.h: the runs behind the section on Terze, Zlatar, Mueller 2012 (paper 004): its gyrostat
 * by Munthe-Kaas steps, stabilised or not, and by generalised-alpha. */
#ifndef HOL_PAPER_004_H
#define HOL_PAPER_004_H

#include "harness/run.h"

typedef struct { /* a method with options "name=value", ends with NULL, and what it is called */
    const char *title, *method, *option[3];
} hol_p004_scheme;

/* The gyrostat by a scheme in its own formulation; r is to be freed; false with a message. */
bool hol_p004_run(const hol_p004_scheme *scheme, double h, double until, int samples,
                  hol_observer *observe, void *observer, hol_result *r, hol_message *why);

typedef struct {                            /* a run to t = 10 s */
    double h;                               /* [s] */
    double phi, gv;                         /* largest |Phi|, |G v| of a row */
    double position, orientation, velocity; /* errors at the end */
    double centre, spin;                    /* motion of the mass centre [m], of the spins */
} hol_p004_quality;

bool hol_p004_quality_of(const hol_p004_scheme *scheme, double h, hol_p004_quality *q,
                         hol_message *why);

enum { HOL_P004_FIRST = 8 }; /* steps in which generalised-alpha settles */

typedef struct {               /* a run to t = 2 s */
    double h;                  /* [s] */
    double position, velocity; /* errors at the end */
    double first, later;       /* largest error of its multipliers over the first steps, and
                                * from t = 1 s on [N, N m] */
} hol_p004_order;

/* True multipliers at k h_least; to be freed. */
double *hol_p004_multipliers(double h_least, hol_message *why);
bool hol_p004_order_of(const hol_p004_scheme *scheme, double h, double h_least,
                       const double truth[], hol_p004_order *o, hol_message *why);

#endif
