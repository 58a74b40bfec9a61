/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_002.h: what is measured for the section of Haug, Pavesic 2023 (paper 002). */
#ifndef HOL_PAPER_002_H
#define HOL_PAPER_002_H

#include "mechanics/holonomy.h"

/* The spin at which the upright top becomes stable.  Below it the tilt grows like exp(sigma t), and
 * sigma^2 falls to zero nearly linearly. */
enum { HOL_P002_SPINS = 10, HOL_P002_TERMS = 3 };

typedef struct { /* how the growth is measured */
    const char *method, *formulation;
    double h, until; /* [s] */
} hol_p002_growth;

typedef struct {
    double omega[HOL_P002_SPINS], sigma[HOL_P002_SPINS]; /* [rad/s], [1/s] */
    double fit[HOL_P002_TERMS]; /* sigma^2 = sum fit_k (omega - middle)^k */
    double middle, critical;    /* [rad/s]; critical: where the fit is zero */
} hol_p002_spins;

/* The growth at omega = 12.0, 12.1, .., 12.9 rad/s by runs of the problem top, and its end. */
bool hol_p002_critical_spin(const hol_p002_growth *how, hol_p002_spins *s, hol_message *why);
double hol_p002_fit(const hol_p002_spins *s, double omega); /* sigma^2 [1/s^2] */
/* The same by linear theory from the problem's default parameters. */
double hol_p002_linear_growth(double omega);
double hol_p002_linear_critical(void);

#endif
