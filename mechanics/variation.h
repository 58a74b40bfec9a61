/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first variation, exact, of the equations of a system that has HOL_POWER_SERIES: of every list
 * of terms.h what it changes by along (dq, dv), the accelerations a and the multipliers y fixed.
 *
 *     Phi_r = scale <a, b>:   d (Phi_r)'  = scale (<da, b'> + <da', b> + <a', db> + <a, db'>)
 *                             d (Phi_r)'' = scale (<a'', db> + 2 <da', b'> + 2 <a', db'> + <da,
 * b''>) d force     = -y_r scale (da^T-part and db^T-part of the gradient)
 *
 * with the spans linear in q: da is that of dq, da' that of dv.  Free of time: no driven rows, no
 * forces of time. */
#pragma once

#include "mechanics/terms.h"

typedef struct hol_variation hol_variation;

/* The terms are borrowed; ends with m. */
hol_variation *hol_variation_new(hol_memory *m, const hol_terms *T);
/* About the state (q, v) with accelerations a (nq) and multipliers y (nc + na). */
void hol_variation_about(hol_variation *V, const double q[], const double v[], const double a[],
                         const double y[]);
/* Along (dq, dv), nq each: df (nq) of f - G^T lambda - A^T alpha; rate (nc + na) of Phi' and A v;
 * second (nc + na) of Phi'' and (A v)'. */
void hol_variation_along(hol_variation *V, const double dq[], const double dv[], double df[],
                         double rate[], double second[]);
