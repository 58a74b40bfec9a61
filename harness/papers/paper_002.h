/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_002.h: what is measured for the section of Haug, Pavesic 2023 (paper 002). */
#ifndef HOL_PAPER_002_H
#define HOL_PAPER_002_H

#include "harness/papers/paper_run.h"

/* The spin at which the upright top becomes stable.  Below it the tilt grows like exp(sigma t), and
 * sigma^2 falls to zero nearly linearly. */
enum { HOL_P002_SPINS = 10, HOL_P002_TERMS = 3 };

typedef struct {
    double omega[HOL_P002_SPINS], sigma[HOL_P002_SPINS]; /* [rad/s], [1/s] */
    double fit[HOL_P002_TERMS]; /* sigma^2 = sum fit_k (omega - middle)^k */
    double middle, critical;    /* [rad/s]; critical: where the fit is zero */
} hol_p002_spins;

/* The growth at omega = 12.0, 12.1, .., 12.9 rad/s by runs of the problem top, and its end. */
bool hol_p002_critical_spin(const hol_paper_run *how, hol_p002_spins *s, hol_message *why);
double hol_p002_fit(const hol_p002_spins *s, double omega); /* sigma^2 [1/s^2] */
/* The same by linear theory from the problem's default parameters. */
double hol_p002_linear_growth(double omega);
double hol_p002_linear_critical(void);

/* The runs of the tangent-space ODE behind Tables 1 and 2 and the counts of charts. */
typedef struct {
    double error[3];         /* largest norms of Phi, G q', G q'' + c at the nodes */
    double qddot, energy;    /* largest component of q''; largest relative change */
    long steps, charts;      /* charts: changes */
    double seconds, renewal; /* CPU time of the steps [s]; of all changes of chart [s] */
} hol_p002_errors;

/* Of a run by a method of the tangent-space ODE; false with a message where a step fails. */
bool hol_p002_measure(const hol_paper_run *is, hol_p002_errors *most, hol_message *why);

#endif
