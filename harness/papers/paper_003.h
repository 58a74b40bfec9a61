/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_003.h: the runs behind the tables and figures of Wendlandt, Marsden 1996 (paper 003), read
 * at t = 0, 0.1, ..., 30 s. */
#pragma once

#include <math.h>

#include "harness/papers/paper.h"

/* Samples; most coordinates, momenta and constraint rows. */
enum { HOL_P003_SAMPLES = 301, HOL_P003_Q = 6, HOL_P003_J = 3, HOL_P003_C = 2 };
#define HOL_P003_SPAN   30.0 /* [s] */
#define HOL_P003_START  1e-5 /* step of the start by Euler [s] */
#define HOL_P003_FINEST 1e-4 /* step of the pendulum's standard [s] */

typedef struct {
    double h, seconds; /* step [s], CPU time of the steps [s] */
    double newton;     /* Newton iterations, each with its factorisation */
    double q[HOL_P003_SAMPLES][HOL_P003_Q], energy[HOL_P003_SAMPLES],
        momentum[HOL_P003_SAMPLES][HOL_P003_J];
    double lambda[HOL_P003_SAMPLES][HOL_P003_C];
} hol_p003_motion;

/* A method on a problem: DVP on the rigid body, DVP and EM on the double spherical pendulum, which
 * starts as printed, or as recovered from the table. */
typedef struct hol_p003_scheme hol_p003_scheme;
extern const hol_p003_scheme hol_p003_body_dvp, hol_p003_pendulum_dvp, hol_p003_pendulum_em,
    hol_p003_pendulum_em_straight; /* its iteration begun at h v0, as the paper's */

/* x1, y1, x2, y2 [m] and their rates [m/s] of the pendulum's start. */
enum { HOL_P003_START_SIZE = 8 };
typedef struct {
    double x[HOL_P003_START_SIZE];
} hol_p003_start;
extern const hol_p003_start hol_p003_printed;

/* The motion at step h up to so many samples, to be freed; NULL with a message.  `from`: NULL: as
 * printed. */
hol_p003_motion *hol_p003_run(const hol_p003_scheme *scheme, double h, int samples,
                              const hol_p003_start *from, hol_message *why);

/* Is it the row of this step? */
static inline bool hol_p003_at(double h, double step)
{
    return fabs(h / step - 1) < 1e-9;
}

enum { HOL_P003_RUNS = 16 };
typedef struct { /* the runs behind a table, one a row */
    const hol_paper_table *t;
    int count;
    hol_p003_motion *of[HOL_P003_RUNS];
    const hol_p003_scheme *scheme[HOL_P003_RUNS];
} hol_p003_runs;
/* NULL: no row has that scheme and step. */
const hol_p003_motion *hol_p003_of(const hol_p003_runs *R, const hol_p003_scheme *scheme, double h);

/* The cell in the row of that step and method (NULL: any); NULL: there is none. */
const hol_paper_cell *hol_p003_cell(const hol_paper_table *t, double h, const char *method,
                                    const char *column);

typedef struct { /* mean errors (5.10) against a standard */
    double position, energy, momentum;
} hol_p003_error;
hol_p003_error hol_p003_error_of(const hol_p003_motion *m, const hol_p003_motion *standard);

/* What the text says beside the tables and their runs; and of theorems, forms and costs. */
bool hol_p003_find(hol_paper_section *to, const hol_p003_runs *body, const hol_p003_runs *pendulum);
bool hol_p003_theory(hol_paper_section *to);
bool hol_p003_variants(hol_paper_section *to);
bool hol_p003_wishes(hol_paper_section *to);
/* The start inside the rounding of the printed one that comes nearest to Table 2 and the numbers of
 * section 5.2, by least squares; adds what was found. */
bool hol_p003_recover(hol_paper_section *to, hol_p003_start *start);
/* Text of section 5.2: energies of DVP at two steps, its momentum at the finest. */
extern const double hol_p003_text_fine[2], hol_p003_text_coarse[2], hol_p003_text_momentum[2];
void hol_p003_extremes(int n, const double x[], double *least, double *most);
