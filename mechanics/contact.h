/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contact.h: an ellipsoid fixed in a body that rolls without slip on a plane fixed in space.
 *
 * The plane is <n, x> = level, |n| = 1, the body on the side of n; the ellipsoid has the centre c,
 * the unit vectors d_1, d_2, d_3 along its axes and the semi-axes a_i (a sphere three equal ones, a
 * thin disc two, the third 0).  Its support function along -n gives the height of the centre over
 * the plane, and where it touches
 *
 *     h = <n, c> - level = (sum_i a_i^2 g_i^2)^(1/2),  g_i = <n, d_i>,   xi_i = -a_i^2 g_i / h
 *
 * of the point in contact c + sum_i xi_i d_i.  Free of the root, and in metres by the largest
 * semi-axis l, with x_0 = c, x_i = d_i, s_0 = h, s_i = g_i, w_0 = 1/l, w_i = -a_i^2 / l:
 *
 *     Phi = 1/2 sum_k w_k s_k^2,    A v = sum_k w_k s_k <t, x_k'>,  t across n
 *
 * which is h / l times the velocity of the material point in contact along t; dPhi/dt is the same
 * along n.  Where x is linear in q both are polynomials.  The reactions on the body at that point
 * are -h / l times the multipliers.  h = 0, a disc that lies flat, is singular: all rows vanish. */
#pragma once

#include "mechanics/internal.h"

enum { HOL_CONTACT_SPANS = 4 };

struct hol_contact {
    int normal, x[HOL_CONTACT_SPANS]; /* spans of the model, and vectors of the same numbers */
    double weight[HOL_CONTACT_SPANS]; /* w [1/m, m, m, m] */
    double level, length;             /* [m], l [m] */
};

/* s_k = <n, x_k>, of the first less the level; `spans`: the x of hol_spans, or a derivative, whose
 * level is 0. */
static inline double hol_contact_part(const hol_contact *contact, int k, const double n[3],
                                      const double spans[], double level)
{
    const double *x = spans + 3 * contact->x[k];
    return n[0] * x[0] + n[1] * x[1] + n[2] * x[2] - (k ? 0 : level);
}

/* h / l times the point in contact, as a point of the body: x = w r + R rho.  Of this and of the
 * calls below: the spans stand (hol_spans) up to the derivative that is asked for. */
hol_probe hol_touching(hol_eval *sys, const hol_contact *contact);
/* Phi, and its row of G; NULL: not asked for. */
void hol_touch_row(hol_eval *sys, const hol_touch *touch, const double q[], double phi[],
                   double G[]);
/* d/dt(G) v of the row of the height; of a row of no slip d/dt(A) v. */
double hol_touch_curvature(hol_eval *sys, const hol_contact *contact);
double hol_touch_slip(hol_eval *sys, const hol_rolling *row);
/* No contact of the model lies flat, or is on the other side of its plane; false with a message. */
bool hol_contacts_stand(hol_eval *sys, const double q[], hol_message *why);
/* Of a guess q whose h is not above 0, up to 1e-3 l: adds (l - h) n, by which its body comes to the
 * side of n, to lift[3 b + k] of the body b [m].  Whether there is one. */
bool hol_contacts_lift(hol_eval *sys, const double q[], double lift[]);
/* Does the row belong to a body whose h is at most so many times l?  Joint rows, then nonholonomic
 * ones. */
bool hol_touch_lies(hol_eval *sys, int row, const double q[], double part);
