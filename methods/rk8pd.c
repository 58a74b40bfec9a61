/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rk8pd: Prince and Dormand's explicit Runge-Kutta pair of order 8 as the GNU Scientific Library
 * has it, on  q' = T(q) v,  v' = a(t, q, v),  a of the index-1 equations, nothing stabilised: a
 * baseline from outside, whose arithmetic and error estimate are the library's own.  The estimate
 * is scaled as that of every method here: the RMS of error / (atol + rtol max |y|).  On SO(3) the
 * nine numbers of R are integrated as such. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "methods/explicit.h"
#include "methods/memory.h"

typedef struct {
    gsl_odeiv2_step *step;
    gsl_odeiv2_system ode;
    double *lambda; /* nc + na: lambda and alpha of the last evaluation */
    double *y, *error;
} baseline;

/* y = (q, v) */
static int rate(double t, const double y[], double dydt[], void *self)
{
    hol_stepper *s = self;
    const hol_system *sys = s->sys;
    const baseline *own = s->aux;
    const double *q = y, *v = y + sys->nq;
    sys->rate(sys, q, v, dydt);
    hol_status status =
        hol_acceleration(sys, s->work, t, q, v, dydt + sys->nq, own->lambda, own->lambda + sys->nc);
    return status ? GSL_EBADFUNC : GSL_SUCCESS;
}

/* RMS of the estimate in units of the tolerance */
static double scaled(const hol_stepper *s, int n, const double y0[], const double y1[],
                     const double error[])
{
    const hol_system *sys = s->sys;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        bool of_q = i < sys->nq;
        double atol = hol_atol(s, of_q ? sys->q_is_length : sys->is_length, of_q ? i : i - sys->nq);
        double e = error[i] / (atol + s->rtol * fmax(fabs(y0[i]), fabs(y1[i])));
        sum += e * e;
    }
    return sqrt(sum / n);
}

static hol_status step(hol_stepper *s, double h, hol_state *z)
{
    const hol_system *sys = s->sys;
    baseline *own = s->aux;
    int n = sys->nq + sys->nv;
    double *y0 = hol_take(s->work, n), *M = hol_take(s->work, sys->M.nnz);
    size_t q_bytes = (size_t)sys->nq * sizeof(double), v_bytes = (size_t)sys->nv * sizeof(double);

    memcpy(own->y, z->q, q_bytes);
    memcpy(own->y + sys->nq, z->v, v_bytes);
    memcpy(y0, own->y, q_bytes + v_bytes);
    own->ode.params = s;
    if (gsl_odeiv2_step_apply(own->step, z->t, h, own->y, own->error, NULL, NULL, &own->ode))
        return HOL_SINGULAR;
    if (hol_controlled(s)) s->error = scaled(s, n, y0, own->y, own->error);
    memcpy(z->q, own->y, q_bytes);
    memcpy(z->v, own->y + sys->nq, v_bytes);
    memcpy(z->lambda, own->lambda, (size_t)sys->nc * sizeof(double));
    memcpy(z->alpha, own->lambda + sys->nc, (size_t)sys->na * sizeof(double));
    sys->mass(sys, z->q, M);
    hol_multiply(&sys->M, M, z->v, z->p);
    return HOL_OK;
}

static hol_claims claims(const hol_system *sys, const double opt[])
{
    (void)sys, (void)opt;
    return (hol_claims){.order_q = 8, .order_v = 8, .error_order = 8};
}

static hol_status setup(hol_stepper *s)
{
    const hol_system *sys = s->sys;
    size_t n = (size_t)(sys->nq + sys->nv);
    baseline *own = s->aux = hol_zeroed(1, sizeof *own);
    gsl_set_error_handler_off(); /* what fails returns */
    own->step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, n);
    own->ode = (gsl_odeiv2_system){.function = rate, .dimension = n, .params = s};
    own->lambda = hol_zeroed((size_t)(sys->nc + sys->na) + 2 * n, sizeof *own->lambda);
    own->y = own->lambda + sys->nc + sys->na;
    own->error = own->y + n;
    return own->step ? HOL_OK : HOL_UNSUPPORTED;
}

static void release(hol_stepper *s)
{
    baseline *own = s->aux;
    if (own->step) gsl_odeiv2_step_free(own->step);
    free(own->lambda);
    free(own);
}

static const hol_method rk8pd = {
    .name = "rk8pd",
    .family = "outside",
    .source = "Prince, Dormand, J. Comput. Appl. Math. 7 (1981); GSL, gsl_odeiv2_step_rk8pd",
    .about = "the GNU Scientific Library's Runge-Kutta 8 on the index-1 equations, a baseline",
    .formulation = "natural",
    .needs = HOL_FULL_RANK,
    .baseline = true,
    .claims = claims,
    .setup = setup,
    .release = release,
    .step = step,
};

const hol_method *const hol_family_rk8pd[] = {&rk8pd, NULL};
