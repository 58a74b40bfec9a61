/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critical spin of the top of paper 002, section 7.1, measured and by linear theory.
 *
 * With xi, delta the horizontal displacements of the tip and of a point 1 m up the axis as complex
 * numbers, small tilts of the upright top obey
 *
 *   m (xi'' + c delta'') + (m g / l) xi = 0,
 *   m c (xi'' + c delta'') + J1 delta'' - i J3 omega delta' - m g c delta = 0,
 *
 * and exp(i nu t) solves them where
 *
 *   J1 nu^4 - J3 omega nu^3 + (m g c - I g / l) nu^2 + (J3 omega g / l) nu - m g^2 c / l = 0,
 *
 * I = J1 + m c^2.  Of its four roots two are complex below the critical spin. */
#include "harness/papers/paper_002.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_multifit.h>
#include <gsl/gsl_poly.h>

static const double slowest = 12.0, between = 0.1; /* [rad/s] */

/* Of a parameter of the top; NaN: there is none of that name. */
static double default_of(const char *name)
{
    const hol_option *parameter = hol_problem_named("top")->parameters;
    for (int k = 0; k < hol_option_count(parameter); k++)
        if (!strcmp(parameter[k].name, name)) return parameter[k].value;
    return NAN;
}

/* ---------------------------------------------------------------- linear theory */

double hol_p002_linear_growth(double omega)
{
    double m = default_of("m"), J1 = default_of("J1"), J3 = default_of("J3"), c = default_of("c");
    double l = default_of("l"), g = default_of("g"), most = 0, root[8];
    const double quartic[5] = {-m * g * g * c / l, J3 * omega * g / l,
                               m * g * c - (J1 + m * c * c) * g / l, -J3 * omega, J1};
    gsl_poly_complex_workspace *w = gsl_poly_complex_workspace_alloc(5);
    gsl_poly_complex_solve(quartic, 5, w, root);
    gsl_poly_complex_workspace_free(w);
    for (int k = 0; k < 4; k++) most = fmax(most, fabs(root[2 * k + 1]));
    return most;
}

/* By bisection; two real roots that nearly meet look complex within 1e-7. */
double hol_p002_linear_critical(void)
{
    double low = slowest, high = 2 * slowest;
    while (high - low > 1e-12 * high) {
        double middle = 0.5 * (low + high);
        if (hol_p002_linear_growth(middle) > 1e-6)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---------------------------------------------------------------- measured */

/* Slope of ln |displacement of the mass centre| while it grows from 1000 times the disturbance,
 * where the other roots no longer show, to 1e-4 m, where the tilt is still small. */
static bool slope(const hol_sampler *motion, double epsilon, double *sigma)
{
    const double from = 1e3 * epsilon, to = 1e-4; /* [m] */
    double n = 0, x1 = 0, y1 = 0, xx = 0, xy = 0;
    bool grown = false;
    for (const hol_sample *s = motion->sample; s < motion->sample + motion->count; s++) {
        double r = hypot(s->pose->r[0], s->pose->r[1]);
        grown = grown || r >= from;
        if (r > to) break;
        if (!grown) continue;
        n++, x1 += s->t, y1 += log(r), xx += s->t * s->t, xy += s->t * log(r);
    }
    *sigma = (n * xy - x1 * y1) / (n * xx - x1 * x1);
    return n > 2;
}

static bool measure(hol_paper_run is, double omega, double *sigma, hol_message *why)
{
    char spin[48];
    hol_result r;
    snprintf(spin, sizeof spin, "omega=%.17g", omega);
    is.parameter[0] = spin;
    is.samples = 1 + (int)lrint(10 * is.until);
    bool ran = hol_paper_measure(&is, &r, why);
    bool good = ran && slope(r.sampler, default_of("epsilon"), sigma);
    if (ran && !good)
        hol_say(why, "the top at %g rad/s: its tilt does not grow enough to measure", omega);
    hol_result_free(&r);
    return good;
}

/* Least squares of sigma^2, and the first zero above the spins measured. */
static bool extrapolate(hol_p002_spins *s, hol_message *why)
{
    gsl_matrix *X = gsl_matrix_alloc(HOL_P002_SPINS, HOL_P002_TERMS);
    gsl_matrix *covariance = gsl_matrix_alloc(HOL_P002_TERMS, HOL_P002_TERMS);
    gsl_vector *y = gsl_vector_alloc(HOL_P002_SPINS);
    gsl_vector_view c = gsl_vector_view_array(s->fit, HOL_P002_TERMS);
    gsl_multifit_linear_workspace *w = gsl_multifit_linear_alloc(HOL_P002_SPINS, HOL_P002_TERMS);
    double rest, low, high;
    for (int i = 0; i < HOL_P002_SPINS; i++) {
        for (int k = 0; k < HOL_P002_TERMS; k++)
            gsl_matrix_set(X, i, k, pow(s->omega[i] - s->middle, k));
        gsl_vector_set(y, i, s->sigma[i] * s->sigma[i]);
    }
    gsl_multifit_linear(X, y, &c.vector, covariance, &rest, w);
    gsl_multifit_linear_free(w);
    gsl_vector_free(y);
    gsl_matrix_free(covariance);
    gsl_matrix_free(X);
    int roots = gsl_poly_solve_quadratic(s->fit[2], s->fit[1], s->fit[0], &low, &high);
    if (!roots) hol_say(why, "the top: sigma^2 does not fall to zero");
    s->critical = s->middle + (roots && low > 0 ? low : high);
    return roots;
}

bool hol_p002_critical_spin(const hol_paper_run *how, hol_p002_spins *s, hol_message *why)
{
    s->middle = slowest + between * (HOL_P002_SPINS - 1) / 2;
    for (int i = 0; i < HOL_P002_SPINS; i++) {
        s->omega[i] = slowest + between * i;
        if (!measure(*how, s->omega[i], &s->sigma[i], why)) return false;
    }
    return extrapolate(s, why);
}

double hol_p002_fit(const hol_p002_spins *s, double omega)
{
    return gsl_poly_eval(s->fit, HOL_P002_TERMS, omega - s->middle);
}
