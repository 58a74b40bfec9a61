/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The problem motor-crank against its reduction to the angle of the crank,
 *
 *     m(u) u'' + m'(u) u'^2 / 2 = gain (speed - u') - V'(u) - drag x'(u)^2 u',
 *
 * written down here from the geometry alone and stepped by GSL, and its motor's work. */
#include <check.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stdlib.h>

#include "holonomy.h"
#include "tests/suite.h"

static const double a = 0.1, b = 0.3, speed = 20, gain = 0.5, drag = 4, g = 9.81;
static const double m1 = 1, m2 = 1.5, m3 = 2;

typedef struct {      /* at the angle u: */
    double k, x, y;   /* rates by u of the rod's angle below the rail, of its middle, */
    double s, slider; /* of the slider; where that is */
    double mass, mass1;
} geometry;

/* sin w = a sin u / b, w the angle of the rod. */
static geometry at(double u)
{
    geometry G;
    double sw = a * sin(u) / b, cw = sqrt(1 - sw * sw);
    double k = a * cos(u) / (b * cw);
    double k1 = (-a * sin(u) * cw + a * cos(u) * sw * k) / (b * cw * cw);
    double along = -b * sw * k, along1 = -b * (cw * k * k + sw * k1); /* of b cos w */
    G.k = k;
    G.x = -a * sin(u) + along / 2;
    G.y = a * cos(u) / 2;
    G.s = -a * sin(u) + along;
    G.slider = a * cos(u) + b * cw;
    double x1 = -a * cos(u) + along1 / 2, y1 = -a * sin(u) / 2, s1 = -a * cos(u) + along1;
    double rod = m2 * b * b / 12;
    G.mass = m1 * a * a / 3 + m2 * (G.x * G.x + G.y * G.y) + rod * k * k + m3 * G.s * G.s;
    G.mass1 = 2 * (m2 * (G.x * x1 + G.y * y1) + rod * k * k1 + m3 * G.s * s1);
    return G;
}

/* u, u', the work of the motor and of the damper. */
static int rates(double t, const double z[], double f[], void *unused)
{
    const geometry G = at(z[0]);
    double u1 = z[1], torque = gain * (speed - u1);
    double weight = g * (m1 + m2) * a / 2 * cos(z[0]);
    (void)t, (void)unused;
    f[0] = u1;
    f[1] = (torque - weight - drag * G.s * G.s * u1 - G.mass1 * u1 * u1 / 2) / G.mass;
    f[2] = torque * u1;
    f[3] = -drag * G.s * G.s * u1 * u1;
    return GSL_SUCCESS;
}

static void reduced(double until, int steps, double z[4])
{
    gsl_odeiv2_system system = {rates, NULL, 4, NULL};
    gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 4);
    double error[4], h = until / steps;
    for (int k = 0; k < 4; k++) z[k] = 0;
    for (int n = 0; n < steps; n++)
        ck_assert_int_eq(gsl_odeiv2_step_apply(step, n * h, h, z, error, NULL, NULL, &system), 0);
    gsl_odeiv2_step_free(step);
}

static const struct {
    const char *method;
    double h, most; /* [m], [m/s] */
} runs[] = {{"taylor", 0.002, 1e-12}, {"rk8pd", 0.001, 1e-9}, {"rk4-index1", 0.001, 1e-5}};
enum { RUNS = sizeof runs / sizeof *runs };

START_TEST(the_motor_brings_the_crank_up_to_speed_as_its_reduction_says)
{
    const double until = 1;
    double z[4], coarse[4];
    hol_result r;
    hol_case c = hol_case_of(hol_problem_named("motor-crank"), hol_method_named(runs[_i].method));
    c.until = until;
    c.h = runs[_i].h;
    c.repeats = 0;
    reduced(until, 4000, z);
    reduced(until, 2000, coarse);
    ck_assert_msg(fabs(z[0] - coarse[0]) < 1e-12 && z[0] > 3, "%.17g, %.17g", z[0], coarse[0]);
    ck_assert_msg(hol_run(&c, &r) == HOL_RAN && !r.status, "%s", r.message.text);
    const hol_gauge *now = r.diagnostics->gauge;
    const hol_pose *crank = &now->pose[0], *slider = &now->pose[2];
    const geometry G = at(z[0]);
    double off = fmax(fabs(slider->r[0] - G.slider), fabs(crank->r[1] - a / 2 * sin(z[0])));
    double rate = fmax(fabs(slider->v[0] - G.s * z[1]) / speed, fabs(crank->omega[2] - z[1]) / 100);
    ck_assert_msg(off < runs[_i].most && rate < runs[_i].most, "%s is off by %.2e m, %.2e",
                  runs[_i].method, off, rate);
    /* 10 N m over what the angle is off, and the quadrature */
    ck_assert_msg(fabs(now->done - z[2] - z[3]) < 1e-9 + 10 * runs[_i].most,
                  "the work is %.17g J, not %.17g", now->done, z[2] + z[3]);
    hol_result_free(&r);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {the_motor_brings_the_crank_up_to_speed_as_its_reduction_says, RUNS},
    };
    return hol_run_loops("motor-crank", loop, sizeof loop / sizeof *loop);
}
