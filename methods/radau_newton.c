/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration of radau-ggl for the stages (radau_ggl.c), with one Jacobian for all of them,
 * that of the middle of the step or of an earlier one.  With Z = T w, R = T r the equations of a
 * correction are
 *
 *     (gamma/h F_y' + F_y) w_1 = -r_1
 *     (alpha/h F_y' + F_y) w_2 + beta/h F_y' w_3 = -r_2
 *     (alpha/h F_y' + F_y) w_3 - beta/h F_y' w_2 = -r_3
 *
 * the last two one complex system, of w_2 + i w_3 with (alpha - i beta)/h. */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "holonomy/newton.h"
#include "methods/ggl_equations.h"
#include "methods/radau.h"

/* Factors of an earlier step serve where its length is this near to that of the step, relative; */
static const double NEAR = 0.2;
/* while Newton's iteration takes at most so many corrections, */
enum { WORTHWHILE = 7 };
/* of which none above round-off is a larger part of the one before. */
static const double SLOW = 0.3;

/* ---------------------------------------------------------------- Newton's iteration */

/* out_i = factor sum_j X_ij in_j, of stages of N numbers each */
static void mix(const hol_radau_ggl *own, const double X[], double factor, const double in[],
                double out[])
{
    int s = own->R.stages, N = own->N;
    for (int i = 0; i < s; i++) hol_combine(s, X + i * s, factor, N, in, NULL, out + i * N);
}

/* One correction of all stages; its largest component over the length and the speed of the system.
 */
static double correct(hol_stepper *s, double h, double t)
{
    hol_eval *sys = s->sys;
    const hol_radau_ggl *own = s->aux;
    int stages = own->R.stages, N = own->N, first = stages - 2;
    double most = 0;
    for (int i = 0; i < stages; i++) {
        memcpy(own->y, own->y0, (size_t)N * sizeof(double));
        hol_axpy(N, 1, own->Z + i * N, own->y);
        hol_combine(stages, own->R.omega + i * stages, 1 / h, N, own->Z, NULL, own->rate);
        hol_ggl_residual(s, t + own->R.c[i] * h, own->y, own->rate, own->r + i * N);
    }
    mix(own, own->R.inverse, -1, own->r, own->w);
    if (first) hol_radau_divide(s, 0, h, own->w);
    hol_radau_divide(s, 1, h, own->w + first * N);
    mix(own, own->R.T, 1, own->w, own->r);
    hol_axpy(stages * N, 1, own->r, own->Z);
    for (int i = 0; i < stages; i++) {
        hol_ggl_parts x = hol_ggl_split(sys, own->r + i * N);
        most = fmax(most, fmax(hol_displacement_size(sys, x.q), hol_velocity_size(sys, x.v)));
    }
    return most;
}

/* Z_i from the collocation polynomial of the last step, by h0 (section IV.8); by v_0 alone,
 * as v'_0 may be that of a stiff force, where there is none or the step is far longer. */
static void guess(hol_stepper *s, double h, const hol_state *z)
{
    const hol_radau_ggl *own = s->aux;
    const hol_radau *R = &own->R;
    int stages = R->stages;
    const hol_radau_memory last = hol_radau_memory_of(own, z);
    double h0 = *last.h;
    memset(own->Z, 0, (size_t)(stages * own->N) * sizeof(double));
    for (int i = 0; i < stages; i++) {
        double *Z = own->Z + i * own->N, weight[HOL_RADAU_MOST], ch = R->c[i] * h;
        if (!(fabs(h) <= 2 * fabs(h0))) {
            hol_axpy(s->sys->nv, ch, z->v, Z);
            continue;
        }
        double x = 1 + ch / h0;
        for (int j = 0; j < stages; j++) {
            weight[j] = x / R->c[j];
            for (int k = 0; k < stages; k++)
                if (k != j) weight[j] *= (x - R->c[k]) / (R->c[j] - R->c[k]);
        }
        weight[stages - 1] -= 1;
        hol_combine(stages, weight, 1, own->N, last.Z, NULL, Z);
    }
}

/* Where factors of an earlier step converge slowly, small corrections are not yet round-off. */
static hol_status iterate(hol_stepper *s, double h, const hol_state *z, double tolerance,
                          bool earlier)
{
    hol_newton newton = hol_newton_start(tolerance);
    hol_verdict verdict;
    guess(s, h, z);
    do {
        double last = newton.last;
        verdict = hol_newton_judge(&newton, correct(s, h, z->t));
        if (earlier && newton.last > 10 * tolerance && newton.last > SLOW * last)
            verdict = HOL_FAILED;
    } while (verdict == HOL_ITERATE);
    if (newton.count > WORTHWHILE) *hol_radau_memory_of(s->aux, z).place = 0;
    return hol_newton_end(&newton, verdict, "equations of the stages", s->count, &s->residual);
}

hol_status hol_radau_solve(hol_stepper *s, double h, const hol_state *z, double tolerance)
{
    const hol_radau_ggl *own = s->aux;
    double *place = hol_radau_memory_of(own, z).place, *y = place + 2;
    hol_status status;
    if (fabs(h - *place) <= NEAR * fabs(*place)) {
        status = hol_radau_factor(s, place);
        if (!status) status = iterate(s, h, z, tolerance, true);
        if (!status) return HOL_OK;
    }
    place[0] = h;
    place[1] = z->t + h / 2;
    memcpy(y, own->y0, (size_t)own->N * sizeof *y);
    hol_axpy(s->sys->nv, h / 2, z->v, y);
    memcpy(y + own->N, own->a0, (size_t)s->sys->nv * sizeof *y);
    if ((status = hol_radau_factor(s, place))) return status;
    return iterate(s, h, z, tolerance, false);
}
