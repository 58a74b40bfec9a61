/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The problem driven-crank, which its drive leaves no freedom, run by every method that claims its
 * constraints, against the closed form: with sin w = a sin u / b, w the angle of the rod below the
 * rail, all is a function of the angle u of the crank, and the torque of the drive is
 *
 *     m(u) u'' + m'(u) u'^2 / 2 + V'(u). */
#include <check.h>
#include <math.h>
#include <string.h>

#include "holonomy.h"
#include "tests/suite.h"

static const double a = 0.2, b = 0.5, m = 1, g = 9.81, ripple = 0.2;

typedef struct {
    double u[3];                /* u, u', u'' */
    double w, x[2], slider;     /* the angle and the middle of the rod, the slider */
    double k, x1[2], s, torque; /* rates by u of the same; the torque */
} crank;

static crank at(double t)
{
    const double speed = 2 * acos(-1);
    crank c = {.u = {acos(0) + speed * t + ripple * sin(3 * t), speed + 3 * ripple * cos(3 * t),
                     -9 * ripple * sin(3 * t)}};
    double su = sin(c.u[0]), cu = cos(c.u[0]), sw = a * su / b, cw = sqrt(1 - sw * sw);
    c.w = asin(sw);
    c.k = a * cu / (b * cw);
    double k1 = (-a * su * cw + a * cu * sw * c.k) / (b * cw * cw);
    double along = -b * sw * c.k, along1 = -b * (cw * c.k * c.k + sw * k1); /* of b cos w */
    c.slider = a * cu + b * cw;
    c.s = -a * su + along;
    c.x[0] = a * cu + b * cw / 2, c.x[1] = a * su / 2;
    c.x1[0] = -a * su + along / 2, c.x1[1] = a * cu / 2;
    double x2 = -a * cu + along1 / 2, y2 = -a * su / 2, s1 = -a * cu + along1;
    double mass = m * (a * a / 3 + c.x1[0] * c.x1[0] + c.x1[1] * c.x1[1] + b * b / 12 * c.k * c.k +
                       c.s * c.s);
    double mass1 = 2 * m * (c.x1[0] * x2 + c.x1[1] * y2 + b * b / 12 * c.k * k1 + c.s * s1);
    c.torque = mass * c.u[2] + mass1 * c.u[1] * c.u[1] / 2 + m * g * a * cu;
    return c;
}

static double torque_of(const hol_result *r)
{
    const hol_eval *sys = r->x->sys;
    for (int i = 0; i < sys->nj; i++)
        if (!strcmp(sys->row_name[i], "A.drive")) return -r->diagnostics->gauge->lambda[i];
    return (double)NAN;
}

static double most(double x, double y)
{
    return isnan(y) ? y : fmax(x, fabs(y));
}

/* What a run is off by: the constraints, the places [m], the rates [m/s, 1/s], the torque [N m]. */
typedef struct {
    double phi, place, rate, torque;
} distance;

static distance off(const hol_result *r, double t)
{
    const hol_pose *pose = r->diagnostics->gauge->pose;
    const crank c = at(t);
    double u1 = c.u[1], rod = 2 * atan2(pose[1].p[3], pose[1].p[0]) + c.w;
    distance d = {.phi = r->diagnostics->phi, .torque = torque_of(r) - c.torque};
    d.place = most(fabs(pose[2].r[0] - c.slider), pose[1].r[0] - c.x[0]);
    d.place = most(d.place, pose[1].r[1] - c.x[1]);
    d.place = most(d.place, pose[0].r[0] - a / 2 * cos(c.u[0]));
    d.place = most(d.place, sin(rod / 2));
    d.rate = most(fabs(pose[2].v[0] - c.s * u1), pose[1].v[0] - c.x1[0] * u1);
    d.rate = most(d.rate, pose[0].omega[2] - u1);
    d.rate = most(d.rate, pose[1].omega[2] + c.k * u1);
    return d;
}

/* The places of those that claim the constraints; rates and torque, too, of those that claim the
 * rates of the constraints besides. */
START_TEST(methods_that_keep_the_constraints_are_at_the_closed_form)
{
    const double until = 1.3, allowed = 1e-12;
    const hol_method *method;
    int kept = 0;
    for (int n = 0; (method = hol_method_at(n)); n++) {
        hol_result r;
        hol_case c = hol_case_of(hol_problem_named("driven-crank"), method);
        c.until = until;
        c.repeats = 0;
        bool keeps = hol_run(&c, &r) == HOL_RAN && r.x->claims.phi == HOL_EXACT;
        if (keeps) {
            distance d = off(&r, until);
            ck_assert_msg(!r.status, "%s: %s", method->name, r.message.text);
            ck_assert_msg(d.phi <= allowed && d.place <= allowed, "%s: Phi = %.2g, off by %.2g m",
                          method->name, d.phi, d.place);
            bool rates = r.x->claims.gv == HOL_EXACT;
            ck_assert_msg(!rates || (d.rate <= allowed && fabs(d.torque) <= allowed),
                          "%s: off by %.2g m/s, %.2g N m", method->name, d.rate, d.torque);
            kept += rates;
        }
        hol_result_free(&r);
    }
    ck_assert_int_ge(kept, 5);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {{methods_that_keep_the_constraints_are_at_the_closed_form, 1}};
    return hol_run_loops("driven crank", loop, 1);
}
