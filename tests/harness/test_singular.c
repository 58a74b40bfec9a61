/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Singular configurations: no run steps over one in silence.  A parallelogram that flattens and a
 * slider-crank whose slider comes by the pivot, with every method in every formulation, against the
 * time at which they do. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_integration.h>

#include "harness/run/singular.h"
#include "holonomy/dense.h"
#include "holonomy/run.h"
#include "tests/claims.h"
#include "tests/probes/probes.h"
#include "tests/suite.h"

static const double quarter = 1.57079632679489661923;

/* ---------------------------------------------------------------- when */

enum { MOST = 16, FORMULATIONS = 3 };

static double parallelogram_flat(const double par[])
{
    return (quarter - par[5]) / par[6]; /* theta0, omega0 */
}

/* sqrt(I(theta) / I(theta0)) of the slider-crank; par: l, m, M, theta0, omega0. */
static double inertia(double theta, const double par[])
{
    double l = par[0], m = par[1], s = sin(theta) * sin(theta);
    return m * l * l * (2. / 12 + 0.25 + 0.25 * (9 * s + 1 - s)) + 4 * par[2] * l * l * s;
}

static double slowness(double theta, void *par)
{
    const double *p = par;
    return sqrt(inertia(theta, p) / inertia(p[3], p)) / p[4];
}

static double slider_at_pivot(const double par[])
{
    double copy[MOST], t, error;
    size_t evaluations;
    memcpy(copy, par, 5 * sizeof *copy);
    gsl_function f = {slowness, copy};
    gsl_integration_qng(&f, par[3], quarter, 1e-12, 1e-12, &t, &error, &evaluations);
    return t;
}

static const struct {
    const hol_problem *problem;
    double (*when)(const double par[]);
    const char *rows;
} singular[] = {
    {&hol_probe_parallelogram, parallelogram_flat,
     "row 'pin_d.x' depends on 'pin_a.x', 'pin_b.x', 'pin_c.x'"},
    {&hol_probe_slider_crank, slider_at_pivot,
     "row 'rail.off' depends on 'pivot.y', 'knee.y', 'wrist.y'; the points coincide of "
     "'rail.off'"},
};
enum { SINGULAR = sizeof singular / sizeof *singular };

/* ---------------------------------------------------------------- runs */

static hol_case ask(const hol_problem *problem, const double par[], const hol_method *method,
                    int formulation, double h, double until)
{
    hol_case c = hol_case_of(problem, method);
    c.parameters = par;
    c.formulation = hol_formulation_name(hol_formulation_at(formulation));
    c.h = h;
    c.until = until;
    return c;
}

/* False where the method does not fit. */
static bool run(const hol_case *c, hol_result *r)
{
    bool ran = hol_run(c, r) == HOL_RAN;
    ck_assert_msg(ran || strstr(r->message.text, "not applicable"), "%s", r->message.text);
    return ran && !r->x->sys->same_as;
}

/* The run of a method that needs full rank ends before the time, any other passes it and says so.
 * The motions are nearly uniform: errors of the phase are below h^order, of order 1 a step and
 * what leaves the constraints, of order 2 three times that where it leaves them, twelve where it
 * keeps their rate alone. */
static void expect_named(const hol_result *r, double t, const char *rows)
{
    bool rate = r->x->claims.gv == HOL_EXACT;
    double h = r->h, square = r->x->claims.phi == HOL_EXACT ? h * h : (rate ? 12 : 3) * h * h;
    double tolerance = h / 200 + (r->x->claims.order_q > 1 ? square : 1.5 * h);
    bool needs = r->method->needs & HOL_FULL_RANK;
    char name[96];
    snprintf(name, sizeof name, "%s, %s, %s, h = %g", r->method->name, r->problem->name,
             r->x->sys->formulation, r->h);
    if (hol_verbose())
        printf("%s: %s at %.6f of %.6f\n", name, hol_result_status(r), r->passed.t, t);
    ck_assert_msg(r->status == (needs ? HOL_SINGULAR : HOL_OK), "%s: %s %s", name,
                  hol_result_status(r), r->message.text);
    ck_assert_msg(strstr(r->message.text, needs ? ": singular configuration at t = "
                                                : "passed a singular configuration at t = "),
                  "%s: %s", name, r->message.text);
    ck_assert_msg(fabs(r->passed.t - t) <= tolerance, "%s: t = %.6f, expected %.6f", name,
                  r->passed.t, t);
    /* What leaves the constraints parts points that coincide. */
    char wanted[160];
    snprintf(wanted, sizeof wanted, "%s", rows);
    if (r->x->claims.order_q <= 1 || r->x->claims.phi != HOL_EXACT)
        wanted[strcspn(wanted, ";")] = '\0';
    ck_assert_msg(strstr(r->message.text, wanted), "%s: %s", name, r->message.text);
    if (needs)
        ck_assert_msg(r->x->z->t < t + tolerance && r->steps == (long)nearbyint(r->x->z->t / r->h),
                      "%s: %ld steps to t = %g", name, r->steps, r->x->z->t);
    ck_assert_str_eq(r->note.text, ""); /* the timed steps repeat the run */
}

/* Steps that straddle the configuration; the coarse one turns the linkage by 3.4 degrees. */
START_TEST(a_singular_configuration_is_named_with_its_time_and_rows)
{
    static const double step[2] = {0.05, 0.0087};
    const hol_problem *problem = singular[_i].problem;
    const hol_method *method;
    double par[MOST];
    hol_option_defaults(problem->parameters, par);
    double t = singular[_i].when(par);
    for (int k = 0; (method = hol_method_at(k)); k++) {
        double *opt = hol_near_limit(method);
        for (int f = 0; f < FORMULATIONS; f++)
            for (int i = 0; i < 2; i++) {
                hol_result r;
                hol_case c = ask(problem, par, method, f, step[i], 1.3 * t);
                c.options = opt;
                if (run(&c, &r)) expect_named(&r, t, singular[_i].rows);
                hol_result_free(&r);
            }
        free(opt);
    }
}
END_TEST

/* The step is halved towards it, and its time known the better.  An iteration or a chart may
 * fail before. */
START_TEST(under_control_a_singular_configuration_is_named_too)
{
    const hol_problem *problem = singular[_i].problem;
    const hol_method *method;
    double par[MOST];
    int judged = 0;
    hol_option_defaults(problem->parameters, par);
    double t = singular[_i].when(par);
    for (int k = 0; (method = hol_method_at(k)); k++)
        for (int f = 0; f < FORMULATIONS; f++) {
            hol_result r;
            hol_case c = ask(problem, par, method, f, 0.05, 1.3 * t);
            c.rtol = c.atol = 1e-6;
            bool ran = hol_run(&c, &r) == HOL_RAN && r.adaptive && !r.x->sys->same_as;
            if (ran && method->needs & HOL_FULL_RANK) {
                bool seen = r.status == HOL_SINGULAR && fabs(r.passed.t - t) < 1e-4;
                bool failed = r.status == HOL_REJECT || r.status == HOL_SINGULAR;
                bool before = failed && fabs(r.x->z->t - t) < 2e-3;
                ck_assert_msg((seen || before) && r.steps + r.rejected < 500 && !*r.note.text,
                              "%s, %s, to %.9g: %s, %ld steps, %s %s", method->name,
                              r.x->sys->formulation, t, hol_result_status(&r), r.steps,
                              r.message.text, r.note.text);
                judged += seen;
            }
            hol_result_free(&r);
        }
    ck_assert_int_ge(judged, 15);
}
END_TEST

/* The linkage is flat to round-off at the sixteenth node. */
START_TEST(a_node_at_the_configuration_is_named_too)
{
    const hol_method *method;
    double par[MOST], h = 1. / 32;
    hol_option_defaults(hol_probe_parallelogram.parameters, par);
    par[5] = quarter - 0.5;
    par[6] = 1;
    for (int k = 0; (method = hol_method_at(k)); k++)
        for (int f = 0; f < FORMULATIONS; f++) {
            hol_result r;
            hol_case c = ask(&hol_probe_parallelogram, par, method, f, h, 0.75);
            if (run(&c, &r)) expect_named(&r, 0.5, "pin_");
            hol_result_free(&r);
        }
}
END_TEST

/* The sign of a determinant would not see an even number; 36 bodies go by a sparse path. */
START_TEST(linkages_that_flatten_together_are_all_named)
{
    static const int copies[2] = {2, 12};
    double par[MOST];
    hol_result r;
    hol_option_defaults(hol_probe_parallelogram.parameters, par);
    par[7] = copies[_i];
    double t = parallelogram_flat(par);
    hol_case c = ask(&hol_probe_parallelogram, par, hol_method_named("shake"), 0, 0.02, 1);
    c.repeats = 0;
    ck_assert(run(&c, &r));
    expect_named(&r, t, _i ? "'pin_d" : "rows 'pin_d.x', 'pin_d1.x' depend on 'pin_a.x'");
    hol_result_free(&r);
}
END_TEST

/* The ladder's first flattened square, to the time that its reference states. */
START_TEST(the_ladder_ends_where_its_reference_says)
{
    const hol_problem *ladder = hol_problem_named("ladder");
    double par[MOST], t = 0;
    char name[64], file[512], line[256];
    int square = 0;
    hol_message why;
    ck_assert(hol_reference_file(ladder, _i, name));
    ck_assert(hol_reference_find(name, file, sizeof file));
    hol_reference *ref = hol_reference_read(file, &why);
    ck_assert_msg(ref && hol_reference_parameters(ref, ladder, par, &why), "%s", why.text);
    hol_reference_free(ref);
    FILE *in = fopen(file, "r");
    ck_assert(in != NULL);
    while (!square && fgets(line, sizeof line, in))
        if (sscanf(line, "# flattened: square %d first, at t = %lf", &square, &t) != 2) square = 0;
    fclose(in);
    ck_assert_msg(square > 0, "%s does not say when", file);

    hol_result r;
    hol_case c = ask(ladder, par, hol_method_named("shake"), 0, 0.0025, 1);
    ck_assert(run(&c, &r));
    char head[32]; /* of the rods that close the square */
    snprintf(head, sizeof head, "'heads%d.", 3 * square);
    ck_assert_msg(r.status == HOL_SINGULAR && fabs(r.passed.t - t) < 5e-5 &&
                      strstr(r.message.text, head),
                  "%s; expected square %d at t = %.6f", r.message.text, square, t);
    hol_result_free(&r);
}
END_TEST

/* SPOOK passes the same squares off the constraints, slowly where its steps are short; the
 * augmented Lagrangian method passes them on the constraints. */
START_TEST(what_passes_off_the_constraints_is_said_too)
{
    static const double step[2] = {0.005, 0.0005};
    static const char *const method[2] = {"spook", "ali3p"};
    hol_case c = hol_case_of(hol_problem_named("ladder"), hol_method_named(method[_i / 2]));
    double par[MOST];
    hol_result r;
    hol_option_defaults(c.problem->parameters, par);
    par[0] = 2;
    c.parameters = par;
    c.h = step[_i % 2];
    c.until = 0.87;
    c.repeats = 0;
    ck_assert(run(&c, &r));
    ck_assert_msg(r.status == HOL_OK && r.passages == 1 &&
                      fabs(r.passed.t - 0.833) < 0.5 * c.h + 5e-4,
                  "%ld at %.6f, %s", r.passages, r.passed.t, r.message.text);
    hol_result_free(&r);
}
END_TEST

/* Asked to, a method goes on where it can, and the row says so. */
START_TEST(past_the_configuration_on_demand)
{
    double par[MOST];
    hol_result r;
    hol_option_defaults(hol_probe_parallelogram.parameters, par);
    double t = parallelogram_flat(par);
    hol_case c = ask(&hol_probe_parallelogram, par, hol_method_named("shake"), 0, 0.02, 3 * t);
    c.past_singular = true;
    ck_assert(run(&c, &r));
    ck_assert_msg(r.status == HOL_OK, "%s", r.message.text);
    ck_assert_int_eq(r.passages, 1);
    ck_assert(fabs(r.passed.t - t) < 4e-4);
    ck_assert_ptr_nonnull(strstr(r.message.text, "passed a singular configuration at t = "));
    hol_result_free(&r);
}
END_TEST

/* ---------------------------------------------------------------- no false alarm */

/* A body turned by 1.9 rad in one step, far past the angle at which the motion is looked at. */
START_TEST(a_long_regular_step_is_no_passage)
{
    const hol_problem *problem = &hol_probe_torque_revolute;
    double par[MOST], h = 1.9;
    hol_trial T;
    hol_passage found;
    static const char *const method[FORMULATIONS] = {"mk4", "mk4", "mk4"};
    hol_trial_named(&T, method[_i], problem, hol_formulation_name(hol_formulation_at(_i)), 0, NULL);
    hol_option_defaults(problem->parameters, par);
    par[10] = 0; /* tau */
    par[12] = 1; /* omega0 */
    hol_trial_start(&T, 0.1);
    hol_state *before = hol_state_new(T.sys, T.way.method, T.opt);
    hol_pose at;
    hol_watch *watch = hol_watch_new(T.sys);
    ck_assert(watch != NULL);
    problem->exact(par, 0, &at);
    hol_place(T.sys, &at, before->q, before->v);
    problem->exact(par, h, &at);
    hol_place(T.sys, &at, T.z->q, T.z->v);
    T.z->t = h;
    hol_node node = {T.s, before, T.z, h, 1, h};
    hol_watch_start(watch, before);
    hol_counters counted = *T.sys->count;
    ck_assert_int_eq(hol_watch_step(watch, &node, true, &found), HOL_CLEAR);
    ck_assert_msg(T.sys->count->constraints == counted.constraints &&
                      T.sys->count->jacobians == counted.jacobians,
                  "the watch is counted");
    hol_watch_free(watch);
    hol_state_free(before);
    hol_trial_close(&T);
}
END_TEST

/* Steps whose nodes are right but not what is made of the motion between them; on driven-crank, of
 * which no estimate sees anything, nodes too are of the other assembly where steps are long. */
static const struct {
    const char *problem, *method, *formulation;
    double rtol, within; /* of the motion by power series at the end, in positions [m] */
} long_steps[] = {
    {"andrews", "tangent-dop853", "natural", 1e-7, 1e-6},
    {"andrews", "rk8pd", "euler", 1e-5, 1e-5},
    {"andrews", "mexax", "euler", 1e-5, 1e-4},
    {"gyrostat", "mk8", "lie", 1e-3, 0.1},
    {"driven-crank", "radau-ggl", "euler", 1e-8, 1e-10},
    {"driven-crank", "radau-ggl", "joint", 1e-13, 1e-10},
};
enum { LONG_STEPS = sizeof long_steps / sizeof *long_steps };

START_TEST(a_passage_that_shorter_steps_do_not_see_ends_no_run)
{
    hol_result r;
    hol_case c = hol_case_of(hol_problem_named(long_steps[_i].problem),
                             hol_method_named(long_steps[_i].method));
    c.formulation = long_steps[_i].formulation;
    c.rtol = c.atol = long_steps[_i].rtol;
    ck_assert(run(&c, &r));
    ck_assert_msg(r.status == HOL_OK && r.passages == 0, "%s: %s", long_steps[_i].problem,
                  r.message.text);
    ck_assert_str_eq(r.note.text, ""); /* the timed steps repeat the run */

    hol_result truth;
    hol_case exact = hol_case_of(c.problem, hol_method_named("taylor"));
    exact.rtol = exact.atol = 1e-13;
    ck_assert(run(&exact, &truth));
    ck_assert_int_eq(truth.status, HOL_OK);
    const hol_pose *at = r.diagnostics->gauge->pose, *right = truth.diagnostics->gauge->pose;
    for (int b = 0; b < r.x->sys->nb; b++)
        ck_assert_double_le(hol_apart(3, at[b].r, right[b].r), long_steps[_i].within);
    hol_result_free(&truth);
    hol_result_free(&r);
}
END_TEST

/* Redundant rows are no passage: the rest of them is watched. */
START_TEST(a_redundant_linkage_is_watched_without_the_rows_too_many)
{
    double par[MOST];
    hol_result r;
    hol_option_defaults(hol_probe_four_bar.parameters, par);
    hol_case c = ask(&hol_probe_four_bar, par, hol_method_named("spook"), 0, 0.01, 2);
    ck_assert(run(&c, &r));
    ck_assert_msg(r.status == HOL_OK && !r.passages, "%s", r.message.text);
    hol_watch *watch = hol_watch_new(r.x->sys);
    ck_assert(watch != NULL);
    hol_watch_free(watch);
    hol_result_free(&r);
    par[5] = 0.95; /* kappa: the amplitude is 144 degrees, by the flat position */
    c.h = 0.002;
    c.until = 0.7;
    ck_assert(run(&c, &r));
    ck_assert_msg(r.status == HOL_OK && r.passages == 1, "%ld %s", r.passages, r.message.text);
    hol_result_free(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("singular");
    TCase *tcase = tcase_create("singular");
    tcase_add_loop_test(tcase, a_singular_configuration_is_named_with_its_time_and_rows, 0,
                        SINGULAR);
    tcase_add_loop_test(tcase, under_control_a_singular_configuration_is_named_too, 0, SINGULAR);
    tcase_add_test(tcase, a_node_at_the_configuration_is_named_too);
    tcase_add_loop_test(tcase, linkages_that_flatten_together_are_all_named, 0, 2);
    int ladders = 0;
    char file[64];
    while (hol_reference_file(hol_problem_named("ladder"), ladders, file)) ladders++;
    tcase_add_loop_test(tcase, the_ladder_ends_where_its_reference_says, 0, ladders);
    tcase_add_loop_test(tcase, what_passes_off_the_constraints_is_said_too, 0, 4);
    tcase_add_test(tcase, past_the_configuration_on_demand);
    tcase_add_loop_test(tcase, a_long_regular_step_is_no_passage, 0, FORMULATIONS);
    tcase_add_loop_test(tcase, a_passage_that_shorter_steps_do_not_see_ends_no_run, 0, LONG_STEPS);
    tcase_add_test(tcase, a_redundant_linkage_is_watched_without_the_rows_too_many);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
