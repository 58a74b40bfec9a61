/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rk8pd: Prince and Dormand's explicit Runge-Kutta pair of orders 8 and 7
 * (numerics/prince_dormand.c) in the arithmetic of the GNU Scientific Library's
 * gsl_odeiv2_step_rk8pd, on
 *
 *     q' = T(q) v,  v' = a(t, q, v),   a of the index-1 equations,
 *
 * nothing stabilised: what a user of that library gets, to the bit, as a baseline from outside. The
 * library's own stepper ends the process where it finds no memory, unless the handler of its
 * errors, one for the whole process, is taken from the host program; so the table is here.  The
 * estimate is scaled as that of every method here: the RMS of error / (atol + rtol max |y|).  On
 * SO(3) the nine numbers of R are integrated as such. */
#include <math.h>
#include <string.h>

#include "holonomy/explicit.h"
#include "methods/stepper.h"

static const hol_butcher *const T = &hol_butcher_prince_dormand;

/* y = (q, v), n = nq + nv; dydt (n), and the multipliers of a. */
static hol_status rate(hol_stepper *s, double t, const double y[], double dydt[], hol_state *z)
{
    hol_eval *sys = s->sys;
    const double *q = y, *v = y + sys->nq;
    hol_rate(sys, q, v, dydt);
    return hol_acceleration(sys, t, q, v, dydt + sys->nq, z->lambda, z->alpha);
}

/* RMS of the estimate in units of the tolerance; y0, y1, error: n. */
static double scaled(const hol_stepper *s, int n, const double y0[], const double y1[],
                     const double error[])
{
    hol_eval *sys = s->sys;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        bool of_q = i < sys->nq;
        double atol = hol_atol(s, of_q ? sys->q_is_length : sys->is_length, of_q ? i : i - sys->nq);
        double e = error[i] / (atol + s->rtol * fmax(fabs(y0[i]), fabs(y1[i])));
        sum += e * e;
    }
    return hol_scaled_mean(sum, n);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    hol_eval *sys = s->sys;
    int n = sys->nq + sys->nv;
    double *y0 = hol_take(s->work, n), *y = hol_take(s->work, n), *error = hol_take(s->work, n);
    double *k = hol_take(s->work, T->stages * n), *sum = hol_take(s->work, n);
    hol_status status;

    memcpy(y0, z->q, (size_t)sys->nq * sizeof *y0);
    memcpy(y0 + sys->nq, z->v, (size_t)sys->nv * sizeof *y0);
    for (int j = 0; j < T->stages; j++) {
        const double *a = T->a + j * T->stages;
        hol_combine(j, a, 1, n, k, NULL, sum);
        for (int i = 0; i < n; i++) /* the library has (a_21 h) k_1, but h (sum a_ij k_j) */
            y[i] = y0[i] + (j == 1 ? a[0] * h * k[i] : h * sum[i]);
        if ((status = rate(s, z->t + T->c[j] * h, y, k + j * n, z))) return status;
    }
    hol_combine(T->stages, T->b, 1, n, k, NULL, sum);
    hol_combine(T->stages, hol_prince_dormand_7, 1, n, k, NULL, error);
    for (int i = 0; i < n; i++) {
        y[i] = y0[i] + h * sum[i];
        error[i] = h * (error[i] - sum[i]);
    }
    if (hol_controlled(s)) s->error = scaled(s, n, y0, y, error);
    hol_arrive(s, y, y + sys->nq, z);
    return HOL_OK;
}

const hol_method hol_family_rk8pd[] = {
    {
        .name = "rk8pd",
        .family = "outside",
        .source = "Prince, Dormand, J. Comput. Appl. Math. 7 (1981); GSL, gsl_odeiv2_step_rk8pd",
        .about = "the GNU Scientific Library's Runge-Kutta 8 on the index-1 equations, a baseline",
        .formulation = "lie",
        .needs = HOL_FULL_RANK,
        .baseline = true,
        .claims = hol_claims_of_data,
        .data = &(const hol_claims){.order_q = 8, .order_v = 8, .error_order = 8},
        .step = step,
    },
    {0},
};
