/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paper_003.h: the runs behind the tables and figures of Wendlandt, Marsden 1996 (paper 003), read
 * at t = 0, 0.1, ..., 30 s. */
#ifndef HOL_PAPER_003_H
#define HOL_PAPER_003_H

#include <math.h>

#include "harness/papers/paper.h"

/* Samples; most coordinates, momenta and constraint rows. */
enum { HOL_P003_SAMPLES = 301, HOL_P003_Q = 6, HOL_P003_J = 3, HOL_P003_C = 2 };
#define HOL_P003_SPAN   30.0 /* [s] */
#define HOL_P003_START  1e-5 /* step of the start by Euler [s] */
#define HOL_P003_FINEST 1e-4 /* step of the pendulum's standard [s] */

typedef struct {
    double h, seconds; /* step [s], CPU time of the steps [s] */
    double q[HOL_P003_SAMPLES][HOL_P003_Q], energy[HOL_P003_SAMPLES],
        momentum[HOL_P003_SAMPLES][HOL_P003_J];
    double lambda[HOL_P003_SAMPLES][HOL_P003_C];
} hol_p003_motion;

/* A method on a problem: DVP on the rigid body, DVP and EM on the double spherical pendulum. */
typedef struct hol_p003_scheme hol_p003_scheme;
extern const hol_p003_scheme hol_p003_body_dvp, hol_p003_pendulum_dvp, hol_p003_pendulum_em;

/* The motion at step h up to so many samples, to be freed; NULL with a message. */
hol_p003_motion *hol_p003_run(const hol_p003_scheme *scheme, double h, int samples,
                              hol_message *why);

/* Is it the row of this step? */
static inline bool hol_p003_at(double h, double step)
{
    return fabs(h / step - 1) < 1e-9;
}

/* What the text says beside the filled tables and three of their runs. */
void hol_p003_find(hol_paper_section *to, const hol_p003_motion *body, const hol_p003_motion *dvp,
                   const hol_p003_motion *em);

#endif
