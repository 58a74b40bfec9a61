/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_002.h: what is measured for the section of Haug, Pavesic 2023 (paper 002). */
#pragma once

#include "harness/papers/paper.h"
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

/* Iterations from the step's start, tolerances in two words: what the paper did; with parameters.
 */
#define HOL_P002_RUN(of, tolerance, step, end, ...)                                                \
    {                                                                                              \
        .problem = of, .method = "tangent-nystrom4", .parameter = {__VA_ARGS__},                   \
        .option = {"stopping=before", "from=node", "utol=" tolerance, "Btol=" tolerance},          \
        .h = step, .until = end                                                                    \
    }
#define HOL_P002_TOP(tolerance, ...) HOL_P002_RUN("top", tolerance, 1e-3, 100, __VA_ARGS__)
#define HOL_P002_SLIDERS(tolerance, end, ...)                                                      \
    HOL_P002_RUN("triple-slider-crank", tolerance, 2e-4, end, __VA_ARGS__)

/* The triple slider-crank in a component, whole: what was on the way. */
enum { HOL_P002_COMPONENTS = 7, HOL_P002_POINTS = 401 };
enum { HOL_P002_FREE = HOL_P002_COMPONENTS - 1 }; /* without a torque */

typedef struct {
    double end;       /* where it came to 2 s or to a singular configuration [s] */
    double distance;  /* least of the crank's from +-pi/2 [rad] */
    double branch;    /* largest |q3 - q1| or |q3 - q1 - 2 r cos q2| [m] */
    double condition; /* largest of G */
    double energy;    /* largest relative change */
    double position;  /* error at 2 s [m]; NaN: no reference */
    long charts;      /* changes */
    double q[4];      /* q1 to q4 at the end */
    int points;
    double x[HOL_P002_POINTS][3]; /* t [s], distance [rad], condition of G, at equal steps */
} hol_p002_path;

bool hol_p002_components(hol_p002_path path[HOL_P002_COMPONENTS], hol_message *why);

/* Nystrom 4 against the trapezoidal rule in C3: distance of the two motions at 2 s [m] at steps of
 * 1e-3, 5e-4, 2.5e-4 s. */
enum { HOL_P002_STEPS = 3 };
bool hol_p002_apart(double h[HOL_P002_STEPS], double apart[HOL_P002_STEPS], hol_message *why);

/* The error of a bead on a turning wire, a driven constraint, at 2 s [m] with steps of 0.04, 0.02,
 * 0.01 s. */
bool hol_p002_driven(double h[HOL_P002_STEPS], double error[HOL_P002_STEPS], hol_message *why);

/* ---------------------------------------------------------------- the section */

enum { /* runs behind Tables 1 and 2 and the counts of charts */
       HOL_P002_TOP_RUNS,
       HOL_P002_C3_RUNS = 3,
       HOL_P002_C1_RUN = 6,
       HOL_P002_WIDE_RUNS, /* the other reading of Table 2 */
       HOL_P002_FINE_RUN = HOL_P002_WIDE_RUNS + 3,
       HOL_P002_SPIN_RUNS, /* 12, 12.5, 13 rad/s */
       HOL_P002_SLOW_RUN = HOL_P002_SPIN_RUNS + 3,
       HOL_P002_RUNS
};
enum { HOL_P002_UTOLS = 3, HOL_P002_BTOLS = 4, HOL_P002_FIGURE_5 = 4 };
extern const double hol_p002_utol[HOL_P002_UTOLS], hol_p002_Btol[HOL_P002_BTOLS];

typedef struct {
    hol_p002_spins spins;
    hol_p002_errors of[HOL_P002_RUNS], map[HOL_P002_UTOLS][HOL_P002_BTOLS];
    hol_p002_path path[HOL_P002_COMPONENTS];
    double h[HOL_P002_STEPS], apart[HOL_P002_STEPS];
    double driven_h[HOL_P002_STEPS], driven[HOL_P002_STEPS];
    double reach[HOL_P002_FIGURE_5]; /* of the tip at 12, 12.5, 13, 13.5 rad/s [m] */
    double nutation;                 /* position error at 10 s from omega = (0.4, 0.4, 13.5) [m] */
} hol_p002_section;

/* Makes and writes the motions of Figures 5 to 7; how far the tip goes, as `reach`. */
bool hol_p002_motions(hol_paper_section *to, double tip[HOL_P002_FIGURE_5]);
double hol_p002_mean_charts(const hol_p002_section *S); /* of the spins of Figure 5 */
void hol_p002_find(hol_paper_section *to, const hol_p002_section *S);
void hol_p002_find_sliders(hol_paper_section *to, const hol_p002_section *S);
