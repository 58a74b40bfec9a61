/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of a model's file: motions against GSL's splines and their integrals, steps that end at no
 * knot, the work over knots, and what is said of bad tables. */
#include <check.h>
#include <gsl/gsl_spline.h>
#include <math.h>
#include <stdlib.h>

#include "harness/study/derive.h"
#include "tests/harness/model_text.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- the model */

enum { KNOTS = 5 };
static const double t_of[KNOTS] = {0, 0.53, 1.37, 2.01, 2.6}, s_of[KNOTS] = {0, 2, -1, 3, 0},
                    x_of[KNOTS] = {-1, -0.25, 0.1, 0.6, 2}, f_of[KNOTS] = {4, 3, 0.5, -2, -9};

/* A point pushed along x by a force s(t), 2 kg, and led along y by s(t)/10. */
static const char timed[] = "model: timed\n"
                            "span: 3\n"
                            "tables:\n"
                            "  s: [[0, 0], [0.53, 2], [1.37, -1], [2.01, 3], [2.6, 0]]\n"
                            "bodies:\n"
                            "  - {name: p, shape: point, m: 2, v: [0.25, 0, 0]}\n"
                            "joints:\n"
                            "  - {name: lead, type: coordinate, body: p, point: [0, 0, 0], axis: "
                            "[0, 1, 0], value: s(t)/10}\n"
                            "forces:\n"
                            "  - {type: force, body: p, F: [s(t), 0, 0]}\n"
                            "start: assemble\n";

/* A body on a slide, 3 kg, with the force f(length) of a table; FACTOR: of the same table. */
#define SLIDE(force)                                                                               \
    "model: slide\n"                                                                               \
    "span: 3\n"                                                                                    \
    "tables:\n"                                                                                    \
    "  f: [[-1, 4], [-0.25, 3], [0.1, 0.5], [0.6, -2], [2, -9]]\n"                                 \
    "bodies:\n"                                                                                    \
    "  - {name: b, shape: rigid, m: 3, J: [1, 1, 1], r: [-0.7, 0, 0]}\n"                           \
    "joints:\n"                                                                                    \
    "  - {name: slide, type: translational, bodies: [ground, b], points: [[0,0,0], [0,0,0]], "     \
    "axes: [[1,0,0], [1,0,0]], crosses: [[0,1,0], [0,1,0]]}\n"                                     \
    "forces:\n"                                                                                    \
    "  - {type: motor, joint: slide, force: " force "}\n"

static gsl_spline *spline(const double x[], const double y[])
{
    gsl_spline *s = gsl_spline_alloc(gsl_interp_cspline, KNOTS);
    gsl_spline_init(s, x, y, KNOTS);
    return s;
}

static const hol_problem *made(const char *text)
{
    hol_mistakes mistakes;
    const hol_problem *p = read_text(text, &mistakes);
    ck_assert_msg(p, "%s", mistakes.count ? mistakes.text[0] : "no memory");
    hol_mistakes_free(&mistakes);
    return p;
}

typedef struct {
    double energy; /* its largest error */
    hol_pose pose;
} outcome;

/* rtol 0: fixed steps. */
static outcome run(const hol_problem *p, const char *method, double h, double rtol, double until)
{
    hol_result r;
    hol_case c = hol_case_of(p, hol_method_named(method));
    c.h = h;
    c.until = until;
    c.repeats = 0;
    if (rtol > 0) c.rtol = c.atol = rtol;
    ck_assert_msg(hol_run(&c, &r) == HOL_RAN && !r.status, "%s: %s", method, r.message.text);
    const hol_diagnostics *d = r.diagnostics;
    outcome out = {d->energy.max_error, d->gauge->pose[0]};
    hol_result_free(&r);
    return out;
}

/* ---------------------------------------------------------------- motions */

/* x' = x'(0) + int F / m, and y of the drive: at fixed steps over knots, at steps by the tolerance.
 */
START_TEST(a_series_goes_over_knots)
{
    static const struct {
        double h, rtol, until;
    } way[] = {{0.01, 0, 2.5}, {0.37, 0, 2.59}, {1.25, 0, 2.5}, {0.1, 1e-12, 2.55}};
    const hol_problem *p = made(timed);
    outcome out = run(p, "taylor", way[_i].h, way[_i].rtol, way[_i].until);
    gsl_spline *s = spline(t_of, s_of);
    double v = 0.25 + gsl_spline_eval_integ(s, 0, way[_i].until, NULL) / 2;
    double y = gsl_spline_eval(s, way[_i].until, NULL) / 10;
    double rate = gsl_spline_eval_deriv(s, way[_i].until, NULL) / 10;
    ck_assert_msg(fabs(out.pose.v[0] - v) < 1e-13, "x': %.17g, not %.17g", out.pose.v[0], v);
    ck_assert_msg(fabs(out.pose.r[1] - y) < 1e-14, "y: %.17g, not %.17g", out.pose.r[1], y);
    ck_assert_msg(fabs(out.pose.v[1] - rate) < 1e-13, "y': %.17g, not %.17g", out.pose.v[1], rate);
    gsl_spline_free(s);
    hol_model_close(p);
}
END_TEST

/* Between samples of one long step, against short steps. */
START_TEST(dense_output_knows_the_knots)
{
    const hol_problem *p = made(timed);
    hol_eval *sys = hol_eval_take(
        hol_realise(p->model, hol_formulation_named("natural"), NULL, &(hol_message){""}));
    const hol_method *taylor = hol_method_named("taylor");
    hol_stepper *s = hol_stepper_new(sys, taylor, NULL, NULL, NULL);
    hol_state *z = hol_state_new(sys, taylor, NULL);
    gsl_spline *f = spline(t_of, s_of);
    double *q = calloc((size_t)sys->nq, sizeof *q), *v = calloc((size_t)sys->nv, sizeof *v);
    ck_assert_int_eq(hol_start(s, 0, 2.5, NULL, z), HOL_OK);
    ck_assert_int_eq(hol_step(s, 2.5, z), HOL_OK);
    for (int k = 0; k <= 20; k++) {
        double t = 2.5 * k / 20, wanted = 0.25 + gsl_spline_eval_integ(f, 0, t, NULL) / 2;
        ck_assert_int_eq(hol_dense_output(s, 2.5, z, k / 20., q, v), HOL_OK);
        ck_assert_msg(fabs(v[0] - wanted) < 1e-13, "x'(%g) is %.17g, not %.17g", t, v[0], wanted);
    }
    z->t = 2.5;
    ck_assert_int_eq(hol_step(s, -0.1, z), HOL_UNSUPPORTED);
    free(q);
    free(v);
    gsl_spline_free(f);
    hol_state_free(z);
    hol_stepper_free(s);
    hol_eval_free(sys);
    hol_model_close(p);
}
END_TEST

/* T + U - W along a motion to round-off, at steps that end at the knots and at steps that do not:
 * of order 10, and of order 4. */
START_TEST(the_work_closes_the_balance_over_knots)
{
    static const struct {
        const char *text;
        double h, most;
    } way[] = {{timed, 0.01, 1e-9},
               {timed, 0.005, 2e-11},
               {timed, 0.013, 2e-7},
               {timed, 0.0065, 1e-8},
               {SLIDE("f(t)"), 0.005, 3e-12}};
    const hol_problem *p = made(way[_i].text);
    outcome out = run(p, "taylor", way[_i].h, 0, 2.6);
    ck_assert_msg(out.energy < way[_i].most, "h = %g: off by %.2e J", way[_i].h, out.energy);
    hol_model_close(p);
}
END_TEST

/* Two derivations of other steps agree, and are the motion. */
START_TEST(a_derived_motion_goes_over_knots)
{
    hol_message why;
    const hol_problem *p = made(timed);
    hol_derivation *d =
        hol_derive(&(hol_derive_task){.problem = p, .until = 2.5, .digits = 25}, &why);
    ck_assert_msg(d, "%s", d ? "" : why.text);
    ck_assert_msg(d->digits >= 25 && d->way[0].steps != d->way[1].steps, "%d digits", d->digits);
    gsl_spline *s = spline(t_of, s_of);
    const hol_quad_pose *end = &d->pose[d->rows - 1];
    double v = 0.25 + gsl_spline_eval_integ(s, 0, 2.5, NULL) / 2;
    double y = gsl_spline_eval(s, 2.5, NULL) / 10;
    ck_assert_msg(fabs((double)end->v[0] - v) < 1e-14 && fabs((double)end->r[1] - y) < 1e-15,
                  "x' is %.17g, not %.17g; y %.17g, not %.17g", (double)end->v[0], v,
                  (double)end->r[1], y);
    gsl_spline_free(s);
    hol_derivation_free(d);
    hol_model_close(p);
}
END_TEST

/* m v^2 / 2 = int f dx from the start on, by GSL; T + U stays to the order of the method, and the
 * model is conservative where the law is a polynomial of tables. */
START_TEST(a_table_of_a_coordinate_has_its_energy)
{
    const hol_problem *p = made(SLIDE("f(length)"));
    outcome out = run(p, "rk4-index1", 0.001, 0, 1.5);
    gsl_spline *f = spline(x_of, f_of);
    double work = gsl_spline_eval_integ(f, -0.7, out.pose.r[0], NULL);
    double kinetic = 1.5 * out.pose.v[0] * out.pose.v[0];
    ck_assert_msg(out.pose.r[0] > 0.1, "%g m: no knots on the way", out.pose.r[0]);
    ck_assert_msg(fabs(kinetic - work) < 1e-10, "%.17g J, not %.17g", kinetic, work);
    ck_assert_msg(out.energy < 1e-10, "T + U is off by %.2e J", out.energy);
    gsl_spline_free(f);
    hol_model_close(p);
}
END_TEST

static const struct {
    const char *text;
    bool conservative, series;
} laws[] = {
    {SLIDE("f(length)"), true, false},
    {SLIDE("-2*f(length) + 0.5*length*f(length) - 3"), true, false},
    {SLIDE("f(length)^4"), false, false}, /* of degree 12 */
    {SLIDE("f(2*length)"), false, false}, /* knots that are not those of the length */
    {SLIDE("exp(f(length))"), false, false},
    {SLIDE("f(length) - rate"), false, false},
    {SLIDE("f(length)*f(t)"), false, false},
    {SLIDE("f(t)"), false, true},
    {SLIDE("f(t) - length"), false, true},
};
enum { LAWS = sizeof laws / sizeof *laws };

START_TEST(which_tables_have_a_potential_and_a_series)
{
    const hol_problem *p = made(laws[_i].text);
    hol_message why;
    hol_eval *sys =
        hol_eval_take(hol_realise(p->model, hol_formulation_named("natural"), NULL, &why));
    ck_assert_int_eq(!!(sys->has & HOL_CONSERVATIVE), laws[_i].conservative);
    ck_assert_int_eq(!!(sys->has & HOL_POWER_SERIES), laws[_i].series);
    hol_eval_free(sys);
    hol_model_close(p);
}
END_TEST

/* ---------------------------------------------------------------- mistakes */

START_TEST(mistakes_of_tables_are_said_at_once)
{
    static const char *const wanted[] = {
        "5:6: a: a table has 3 knots at least, not 2",
        "6:23: b: the knot 1 does not come after 1",
        "7:16: c: unknown name 'x': no parameter",
        "7:23: c takes 2 numbers, not 3",
        "8:6: d takes a list of knots, each a pair [x, y], not '7'",
        "9:31: e is periodic: the last value is 3, not the first, 0",
        "10:3: missing key 'knots' of the table 'f'",
        "10:7: unknown key 'periods' of a table: did you mean 'periodic'?",
        "10:16: periodic is yes or no, not 'perhaps'",
        "11:3: a table's name has up to 31 letters, digits and '_', and is no function, 'pi' or "
        "'t': not 'sin'",
        "12:3: a parameter, a constant or a table before is named 'l', too",
        "13:6: g: knots too near, or values too large, for a spline",
        "19:37: torque: unknown name 'ee': did you mean 'e'?",
        "20:41: torque: 'a' is a table: '(' is missing",
        "21:41: torque: a takes 1 number: ')' is missing",
    };
    expect_mistakes(
        "model: m\n"
        "constants:\n"
        "  l: 1\n"
        "tables:\n"
        "  a: [[0, 1], [1, 1]]\n"
        "  b: [[0, 1], [1, 1], [1, 2]]\n"
        "  c: [[0, 1], [x, 1], [1, 2, 3]]\n"
        "  d: 7\n"
        "  e: {knots: [[0, 0], [1, 1], [2, 3]], periodic: yes}\n"
        "  f: {periods: perhaps}\n"
        "  sin: [[0, 1], [1, 1], [3, 2]]\n"
        "  l: [[0, 1], [1, 1], [3, 2]]\n"
        "  g: [[0, 1], [1e-300, 2], [1, 2]]\n"
        "bodies:\n"
        "  - {name: a, shape: rigid, m: 1, J: [1, 1, 1]}\n"
        "joints:\n"
        "  - {name: h, type: revolute, bodies: [ground, a], points: [[0,0,0], [0,0,0]], axes: "
        "[[0,0,1], [0,0,1]]}\n"
        "forces:\n"
        "  - {type: motor, joint: h, torque: ee(t)}\n"
        "  - {type: motor, joint: h, torque: 2*a + 1}\n"
        "  - {type: motor, joint: h, torque: \"a(1, 2)\"}\n",
        (int)(sizeof wanted / sizeof *wanted), wanted);
}
END_TEST

int main(void)
{
    const hol_loop loop[] = {
        {a_series_goes_over_knots, 4},
        {dense_output_knows_the_knots, 1},
        {the_work_closes_the_balance_over_knots, 5},
        {a_derived_motion_goes_over_knots, 1},
        {a_table_of_a_coordinate_has_its_energy, 1},
        {which_tables_have_a_potential_and_a_series, LAWS},
        {mistakes_of_tables_are_said_at_once, 1},
    };
    return hol_run_loops("tables of a file", loop, sizeof loop / sizeof *loop);
}
