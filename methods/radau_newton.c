/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Newton's iteration of radau-ggl for the stages (radau_ggl.c), with one Jacobian for all of them,
 * that of the middle of the step.  With Z = T w, R = T r the equations of a correction are
 *
 *     (gamma/h F_y' + F_y) w_1 = -r_1
 *     (alpha/h F_y' + F_y) w_2 + beta/h F_y' w_3 = -r_2
 *     (alpha/h F_y' + F_y) w_3 - beta/h F_y' w_2 = -r_3 */
#include <math.h>
#include <string.h>

#include "holonomy/dense.h"
#include "holonomy/explicit.h"
#include "holonomy/newton.h"
#include "methods/ggl_equations.h"
#include "methods/radau.h"

hol_status hol_radau_factor(hol_stepper *s, double h, const hol_state *z, bool with_real)
{
    hol_eval *sys = s->sys;
    const hol_radau_ggl *own = s->aux;
    const hol_radau *R = &own->R;
    int N = own->N;
    size_t mark = hol_mark(s->work), row = (size_t)N * sizeof(double);
    double *J = hol_take(s->work, N * N);
    hol_status status = HOL_OK;

    memcpy(own->y, own->y0, row);
    hol_axpy(sys->nv, h / 2, z->v, own->y);
    memset(own->rate, 0, row);
    memcpy(hol_ggl_split(sys, own->rate).v, own->a0, (size_t)sys->nv * sizeof(double));
    hol_ggl_slope(s, z->t + h / 2, own->y, own->rate, J);
    if (with_real) {
        memcpy(own->real, J, (size_t)N * row);
        hol_ggl_add_rate_slope(sys, own->y, R->gamma / h, own->real, N);
        status = hol_lu_factor(N, own->real, own->real_pivot);
    }
    double *lower = own->pair + 2 * N * N;
    memset(own->pair, 0, 4 * (size_t)N * row);
    for (int i = 0; i < N; i++) {
        memcpy(own->pair + 2 * N * i, J + N * i, row);
        memcpy(lower + N + 2 * N * i, J + N * i, row);
    }
    hol_ggl_add_rate_slope(sys, own->y, R->alpha / h, own->pair, 2 * N);
    hol_ggl_add_rate_slope(sys, own->y, R->alpha / h, lower + N, 2 * N);
    hol_ggl_add_rate_slope(sys, own->y, R->beta / h, own->pair + N, 2 * N);
    hol_ggl_add_rate_slope(sys, own->y, -R->beta / h, lower, 2 * N);
    if (!status) status = hol_lu_factor(2 * N, own->pair, own->pair_pivot);
    hol_release(s->work, mark);
    s->count->factorisations += 1 + with_real;
    return status;
}

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
    if (first) hol_lu_solve(N, own->real, own->real_pivot, own->w);
    hol_lu_solve(2 * N, own->pair, own->pair_pivot, own->w + first * N);
    mix(own, own->R.T, 1, own->w, own->r);
    hol_axpy(stages * N, 1, own->r, own->Z);
    for (int i = 0; i < stages; i++) {
        hol_ggl_parts x = hol_ggl_split(sys, own->r + i * N);
        most = fmax(most, fmax(hol_displacement_size(sys, x.q), hol_velocity_size(sys, x.v)));
    }
    return most;
}

hol_status hol_radau_solve(hol_stepper *s, double h, const hol_state *z, double tolerance)
{
    const hol_radau_ggl *own = s->aux;
    hol_newton newton = hol_newton_start(tolerance);
    hol_verdict verdict;
    memset(own->Z, 0, (size_t)(own->R.stages * own->N) * sizeof(double));
    for (int i = 0; i < own->R.stages; i++)
        hol_axpy(s->sys->nv, own->R.c[i] * h, z->v, own->Z + i * own->N);
    do verdict = hol_newton_judge(&newton, correct(s, h, z->t));
    while (verdict == HOL_ITERATE);
    return hol_newton_end(&newton, verdict, "equations of the stages", s->count, &s->residual);
}
