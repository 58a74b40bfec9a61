/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Redundant rows: which are left out, that the motion is that of the model without them, what
 * becomes of the multipliers. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/store/spec.h"
#include "holonomy.h"
#include "tests/claims.h"
#include "tests/suite.h"

enum { RODS = 4 };
static const double arm[RODS] = {-1, 0, 1, 0.5};

/* A platform on parallel rods of 2 m that swing in the plane: two of them would do.  `without`
 * leaves out the rods of these names. */
static hol_model *platform(double swing, double spin, const hol_left_out *without)
{
    hol_model *model = hol_model_new();
    double x = 2 * sin(swing), y = -2 * cos(swing);
    hol_body body = {.name = "platform",
                     .shape = HOL_PLANAR,
                     .m = 3,
                     .J = {0, 0, 2},
                     .at = {.r = {x, y, 0}, .p = {1}, .v = {-y * spin, x * spin, 0}}};
    int b = hol_add_body(model, &body);
    for (int k = 0; k < RODS; k++) {
        char name[8];
        bool out = false;
        snprintf(name, sizeof name, "rod%d", k);
        for (int i = 0; without && i < without->count; i++)
            out = out || !strcmp(name, without->name[i]);
        if (!out)
            hol_distance(model, name, hol_point(HOL_GROUND, arm[k], 0, 0),
                         hol_point(b, arm[k], 0, 0), 2);
    }
    hol_gravity(model, (double[3]){0, -9.81, 0});
    return model;
}

static hol_experiment *opened(const hol_problem *problem, const hol_method *method,
                              hol_redundant how)
{
    hol_refusal why;
    hol_experiment *x = hol_experiment_open(
        &(hol_setup){.problem = problem, .method = method, .redundant = how}, &why);
    ck_assert_msg(x != NULL || why.outcome == HOL_UNFIT, "%s: %s", why.subject, why.reason.text);
    return x;
}

/* Bit for bit, with every method that steps the model. */
START_TEST(the_motion_is_that_of_the_model_without_the_rows_named)
{
    const hol_method *method;
    int ran = 0;
    hol_message why;
    hol_left_out out;
    hol_model *whole = platform(0.4, 1.5, NULL);
    ck_assert(hol_choose_rows(whole, &out, &why));
    ck_assert_int_eq(out.count, RODS - 2);
    hol_model *less = platform(0.4, 1.5, &out);
    const hol_problem with = {.name = "with", .model = whole, .t_end = 1, .step = 0.01},
                      without = {.name = "without", .model = less, .t_end = 1, .step = 0.01};
    for (int k = 0; (method = hol_method_at(k)); k++) {
        hol_experiment *x = opened(&with, method, HOL_REDUNDANT_DROP);
        hol_experiment *y = opened(&without, method, HOL_REDUNDANT_REFUSE);
        ck_assert_msg(!x == !y, "%s", method->name);
        if (!x) continue;
        ck_assert_int_eq(x->left_out.count, out.count);
        ck_assert_str_eq(x->left_out.text.text, out.text.text);
        ck_assert_int_eq(x->whole->nj, RODS);
        ck_assert_msg(!hol_experiment_run(x, 0.01, 1, &why), "%s: %s", method->name, why.text);
        ck_assert(!hol_experiment_run(y, 0.01, 1, &why));
        ck_assert_msg(!memcmp(x->z->q, y->z->q, (size_t)x->sys->nq * sizeof(double)) &&
                          !memcmp(x->z->v, y->z->v, (size_t)x->sys->nv * sizeof(double)),
                      "%s moves otherwise", method->name);
        ran++;
        hol_experiment_close(x);
        hol_experiment_close(y);
    }
    ck_assert_int_gt(ran, 20);
    hol_left_out_clear(&out);
    hol_model_free(whole);
    hol_model_free(less);
}
END_TEST

/* Kept are the two outer rods, which stand furthest apart in the metric of the masses. */
START_TEST(the_rows_kept_are_the_furthest_apart)
{
    hol_message why;
    hol_left_out out;
    hol_model *model = platform(0.4, 1.5, NULL);
    ck_assert(hol_choose_rows(model, &out, &why));
    ck_assert_str_eq(out.text.text, "'rod1', 'rod3'");
    hol_left_out_clear(&out);
    hol_model_free(model);
}
END_TEST

/* Hanging at rest: the least of 1/m + x^2/J times the squares of the tensions that carry the
 * weight. */
START_TEST(multipliers_of_least_norm_are_those_of_the_closed_form)
{
    static const bool least[] = {true, false};
    hol_model *model = platform(0, 0, NULL);
    const hol_problem problem = {.name = "hanging", .model = model, .t_end = 0.1, .step = 0.01};
    hol_case c = hol_case_of(&problem, hol_method_named("mk4"));
    hol_result r;
    c.repeats = 0;
    c.redundant = least[_i] ? HOL_REDUNDANT_LEAST_NORM : HOL_REDUNDANT_DROP;
    ck_assert(hol_run(&c, &r) == HOL_RAN);
    const double *all = r.diagnostics->gauge->all;
    double weight = 0, moment = 0, S[3] = {0};
    /* tension_i = (alpha + beta x_i) / w_i, w_i = 1/m + x_i^2/J; S: sums of x^k / w */
    for (int k = 0; k < RODS; k++)
        for (int n = 0; n < 3; n++) S[n] += pow(arm[k], n) / (1. / 3 + arm[k] * arm[k] / 2);
    double mg = 3 * 9.81, det = S[0] * S[2] - S[1] * S[1];
    double alpha = mg * S[2] / det, beta = -mg * S[1] / det;
    for (int k = 0; k < RODS; k++) {
        bool out = false;
        for (int i = 0; i < r.x->left_out.count; i++) out = out || r.x->left_out.row[i] == k;
        if (least[_i])
            ck_assert_double_eq_tol(all[k],
                                    (alpha + beta * arm[k]) / (1. / 3 + arm[k] * arm[k] / 2), 1e-9);
        else
            ck_assert(isnan(all[k]) == out);
        weight += isnan(all[k]) ? 0 : all[k];
        moment += isnan(all[k]) ? 0 : all[k] * arm[k];
    }
    ck_assert_double_eq_tol(weight, mg, 1e-9);
    ck_assert_double_eq_tol(moment, 0, 1e-9);
    hol_result_free(&r);
    hol_model_free(model);
}
END_TEST

/* All rows are in what is reported: with a method that drifts, the rods left out as well. */
START_TEST(rows_left_out_are_in_the_reported_constraints)
{
    hol_model *model = platform(0.4, 1.5, NULL);
    const hol_problem problem = {.name = "swing", .model = model, .t_end = 1, .step = 0.05};
    hol_case c = hol_case_of(&problem, hol_method_named("mk4"));
    hol_result r;
    double most = 0, phi[RODS];
    c.repeats = 0;
    c.redundant = HOL_REDUNDANT_DROP;
    ck_assert(hol_run(&c, &r) == HOL_RAN && r.status == HOL_OK);
    hol_constraints(r.x->whole, 1, r.x->z->q, phi, NULL);
    for (int k = 0; k < RODS; k++) most = fmax(most, fabs(phi[k]));
    ck_assert_double_gt(most, 1e-9);
    ck_assert_double_eq(r.diagnostics->gauge->phi, most);
    ck_assert_double_gt(fabs(phi[1]), 0);
    hol_result_free(&r);
    hol_model_free(model);
}
END_TEST

/* A parallelogram that starts flat: rank falls there, and nowhere beside. */
START_TEST(nothing_is_left_out_where_rank_falls_for_a_moment)
{
    static const double x[3] = {0.5, 1, 1.5}, l[3] = {1, 1, 1};
    hol_message why;
    hol_left_out out;
    hol_model *model = hol_model_new();
    for (int k = 0; k < 3; k++) {
        hol_body bar = {.shape = HOL_PLANAR, .m = 1, .J = {0, 0, 0.1}, .at = {.p = {1}}};
        snprintf(bar.name, sizeof bar.name, "bar%d", k);
        bar.at.r[0] = x[k];
        ck_assert_int_eq(hol_add_body(model, &bar), k);
    }
    hol_coincide(model, "A", hol_point(HOL_GROUND, 0, 0, 0), hol_point(0, -l[0] / 2, 0, 0));
    hol_coincide(model, "B", hol_point(0, l[0] / 2, 0, 0), hol_point(1, 0, 0, 0));
    hol_coincide(model, "C", hol_point(1, 1, 0, 0), hol_point(2, l[2] / 2, 0, 0));
    hol_coincide(model, "D", hol_point(HOL_GROUND, 1, 0, 0), hol_point(2, -l[2] / 2, 0, 0));
    hol_system *system = hol_realise(model, hol_formulation_at(0), NULL, &why);
    ck_assert_msg(system != NULL, "%s", why.text);
    hol_eval *sys = hol_eval_take(system);
    ck_assert_int_eq(sys->dependent.count, 1);
    ck_assert(hol_choose_rows(model, &out, &why));
    ck_assert_int_eq(out.count, 0);
    hol_left_out_clear(&out);
    hol_eval_free(sys);
    hol_model_free(model);
}
END_TEST

/* ---------------------------------------------------------------- chosen again on the way */

/* The trammel of Archimedes: a rod of 2 m, A on the x axis, B on the y axis, its middle on the
 * circle (cos(theta), sin(theta)), turned by -theta; of the three rows two would do.  The circle's
 * depends on A's where the rod stands upright and on B's where it lies, and theta' is constant.
 * law: of the rod's angle, which then drives it; its row stands between those of A and B. */
static hol_model *trammel_by(double theta, double rate, bool circle, const char *law)
{
    hol_model *model = hol_model_new();
    double c = cos(theta), s = sin(theta);
    hol_body rod = {.name = "rod",
                    .shape = HOL_PLANAR,
                    .m = 1.5,
                    .J = {0, 0, 0.5},
                    .at = {.r = {c, s, 0},
                           .p = {cos(theta / 2), 0, 0, -sin(theta / 2)},
                           .v = {-s * rate, c * rate, 0},
                           .omega = {0, 0, -rate}}};
    int b = hol_add_body(model, &rod);
    if (circle)
        hol_distance(model, "circle", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, 0, 0, 0), 1);
    hol_coordinate(model, "A", hol_point(b, 1, 0, 0), (double[3]){0, 1, 0}, 0);
    if (law)
        hol_drive_angle(model, "drive", hol_direction(HOL_GROUND, 0, 0, 1),
                        hol_direction(HOL_GROUND, 1, 0, 0), hol_direction(b, 1, 0, 0),
                        hol_law_read(model, law));
    hol_coordinate(model, "B", hol_point(b, -1, 0, 0), (double[3]){1, 0, 0}, 0);
    return model;
}

static hol_model *trammel(double theta, double rate, bool circle)
{
    return trammel_by(theta, rate, circle, NULL);
}

static double off(const hol_result *r, double theta)
{
    const hol_pose *at = r->diagnostics->gauge->pose;
    double turn = remainder(2 * atan2(at->p[3], at->p[0]) + theta, 4 * acos(0));
    return fmax(fabs(turn), hypot(at->r[0] - cos(theta), at->r[1] - sin(theta)));
}

/* A turn and a half, every method, beside the same method with the rows of A and B alone: of the
 * six times that the rows kept come to a tenth of their length to each other, an error is ten times
 * as large twice over, of the position and of the multipliers. */
START_TEST(rows_are_chosen_again_where_those_kept_become_dependent)
{
    const double theta = 0.3, rate = 2, until = 4.7;
    const hol_method *method;
    int ran = 0;
    hol_model *with = trammel(theta, rate, true), *without = trammel(theta, rate, false);
    const hol_problem problem[2] = {
        {.name = "with",
         .model = with,
         .t_end = until,
         .step = 0.005,
         .redundant = HOL_REDUNDANT_DROP},
        {.name = "without", .model = without, .t_end = until, .step = 0.005}};
    for (int k = 0; (method = hol_method_at(k)); k++) {
        hol_result r[2];
        for (int i = 0; i < 2; i++) {
            hol_case c = hol_case_of(&problem[i], method);
            hol_run(&c, &r[i]);
            bool runs = r[i].refusal.outcome == HOL_RAN;
            ck_assert_msg(!runs || r[i].status == HOL_OK, "%s: %s", method->name,
                          r[i].message.text);
        }
        bool runs = r[0].refusal.outcome == HOL_RAN;
        ck_assert_msg(runs == (r[1].refusal.outcome == HOL_RAN), "%s", method->name);
        if (runs) {
            double a = off(&r[0], theta + rate * until), b = off(&r[1], theta + rate * until);
            /* a multistep method starts anew, and steps of one's own keep to a tolerance of 1e-8 */
            double anew = r[0].x->claims.own_control ? 1e-6 : method->ahead ? 1e-8 : 1e-9;
            ck_assert_msg(a <= 100 * b + anew, "%s: off by %g, with two rows by %g", method->name,
                          a, b);
            ck_assert_msg(strstr(r[0].message.text, "were chosen again at t = 0.6") &&
                              strstr(r[0].message.text, ": 'A'; 5 more times after it"),
                          "%s: %s", method->name, r[0].message.text);
            ck_assert_int_eq(r[0].x->left_out.count, 1);
            ck_assert_str_eq(r[0].x->left_out.name[0], "B");
            ck_assert_int_eq(r[0].passages, 0);
            ck_assert_int_eq(r[0].steps, r[1].steps);
            ck_assert(r[0].diagnostics->phi < 1e-2 && isnan(r[0].cpu_seconds));
        }
        ran += runs;
        hol_result_free(&r[0]);
        hol_result_free(&r[1]);
    }
    ck_assert_int_gt(ran, 20);
    hol_model_free(with);
    hol_model_free(without);
}
END_TEST

/* The trammel on a heavy crank, in joint coordinates: of the tree is no joint of which a row is
 * left out, so that with other rows there are more coordinates, more rows and more multipliers. */
START_TEST(rows_chosen_again_may_make_another_tree)
{
    const double theta = 0.7, rate = 2, c = cos(theta), s = sin(theta);
    hol_model *model = trammel(theta, rate, false);
    hol_body crank = {.name = "crank",
                      .shape = HOL_PLANAR,
                      .m = 4.5,
                      .J = {0, 0, 6},
                      .at = {.r = {c / 2, s / 2, 0},
                             .p = {cos(theta / 2), 0, 0, sin(theta / 2)},
                             .v = {-s / 2 * rate, c / 2 * rate, 0},
                             .omega = {0, 0, rate}}};
    int b = hol_add_body(model, &crank);
    hol_marker e3 = hol_direction(HOL_GROUND, 0, 0, 1), n = hol_direction(b, 0, 0, 1);
    hol_revolute(model, "C", hol_point(HOL_GROUND, 0, 0, 0), hol_point(b, -0.5, 0, 0), e3, n);
    hol_revolute(model, "D", hol_point(b, 0.5, 0, 0), hol_point(0, 0, 0, 0), n,
                 hol_direction(0, 0, 0, 1));
    const hol_problem problem = {.name = "crank",
                                 .model = model,
                                 .t_end = 2.5,
                                 .step = 0.005,
                                 .redundant = HOL_REDUNDANT_DROP};
    hol_case run = hol_case_of(&problem, hol_method_named("mk4"));
    int least = INT_MAX, most = 0;
    run.formulation = "joint";
    for (int k = 1; k <= 25; k++) { /* as long as that */
        hol_result r;
        run.until = 0.1 * k;
        ck_assert_msg(hol_run(&run, &r) == HOL_RAN && !r.status, "%s", r.message.text);
        least = r.x->sys->nc < least ? r.x->sys->nc : least;
        most = r.x->sys->nc > most ? r.x->sys->nc : most;
        ck_assert_double_le(off(&r, theta + rate * run.until), 1e-6);
        hol_result_free(&r);
    }
    ck_assert_msg(least < most, "%d rows", most);
    hol_model_free(model);
}
END_TEST

/* The trammel turned by a drive, theta + rate t + sin(3 t) / 5, of whose rows of A, of B and of the
 * circle one is too many, with a bob on a rod of 1 m from its middle: one freedom. */
static hol_model *driven_trammel(double theta, double rate, bool circle)
{
    char law[64];
    double c = cos(theta), s = sin(theta);
    hol_body bob = {.name = "bob",
                    .shape = HOL_POINT,
                    .m = 0.4,
                    .at = {.r = {c, s - 1, 0}, .v = {-s * (rate + 0.6), c * (rate + 0.6), 0}}};
    snprintf(law, sizeof law, "-(%.17g + %.17g*t + 0.2*sin(3*t))", theta, rate);
    hol_model *model = trammel_by(theta, rate + 0.6, circle, law);
    int b = hol_add_body(model, &bob);
    hol_distance(model, "wire", hol_point(0, 0, 0, 0), hol_point(b, 0, 0, 0), 1);
    hol_coordinate(model, "plane", hol_point(b, 0, 0, 0), (double[3]){0, 0, 1}, 0);
    hol_gravity(model, (double[3]){0, -9.81, 0});
    return model;
}

/* Beside the model without the row of the circle, by every method; the work of the drive, by
 * multipliers of the first order in h with some methods, beside that of the series. */
START_TEST(rows_of_driven_models_are_chosen_again)
{
    const double theta = 0.3, rate = 2, until = 3;
    const hol_method *method;
    int ran = 0;
    hol_model *with = driven_trammel(theta, rate, true),
              *without = driven_trammel(theta, rate, false);
    const hol_problem problem[2] = {
        {.name = "with",
         .model = with,
         .t_end = until,
         .step = 0.005,
         .redundant = HOL_REDUNDANT_DROP},
        {.name = "without", .model = without, .t_end = until, .step = 0.005}};
    hol_result exact;
    hol_case series = hol_case_of(&problem[1], hol_method_named("taylor"));
    series.repeats = 0;
    ck_assert(hol_run(&series, &exact) == HOL_RAN && !exact.status);
    const double truth = exact.diagnostics->gauge->done;
    hol_result_free(&exact);
    for (int k = 0; (method = hol_method_at(k)); k++) {
        hol_result r[2];
        double *opt = hol_near_limit(method);
        for (int i = 0; i < 2; i++) {
            hol_case c = hol_case_of(&problem[i], method);
            c.options = opt;
            c.repeats = 0;
            hol_run(&c, &r[i]);
            bool runs = r[i].refusal.outcome == HOL_RAN;
            ck_assert_msg(!runs || r[i].status == HOL_OK, "%s: %s", method->name,
                          r[i].message.text);
        }
        bool runs = r[0].refusal.outcome == HOL_RAN;
        ck_assert_msg(runs == (r[1].refusal.outcome == HOL_RAN), "%s", method->name);
        if (runs) {
            double end = theta + rate * until + 0.2 * sin(3 * until);
            double a = off(&r[0], end), b = off(&r[1], end), apart = 0;
            const hol_gauge *x = r[0].diagnostics->gauge, *y = r[1].diagnostics->gauge;
            for (int i = 0; i < 3; i++)
                apart = fmax(apart, fabs(x->pose[1].r[i] - y->pose[1].r[i]));
            ck_assert_msg(a <= 100 * b + 1e-9, "%s: off by %g, with two rows by %g", method->name,
                          a, b);
            double anew = r[0].x->claims.order_q < 4 ? 1e-6 : 1e-8; /* each change starts anew */
            ck_assert_msg(apart <= 100 * b + anew, "%s: the bob by %g", method->name, apart);
            double work = r[0].x->claims.order_q < 4 ? 0.1 : 1e-5;
            ck_assert_msg(fabs(x->done - truth) < work && fabs(y->done - truth) < work,
                          "%s: W is %.10g J, %.10g J, not %.10g J", method->name, x->done, y->done,
                          truth);
            ck_assert_msg(strstr(r[0].message.text, "chosen again at t = 0.485: 'A'; 3 more"),
                          "%s: %s", method->name, r[0].message.text);
            ck_assert_int_eq(r[0].passages, 0);
            ck_assert_int_eq(r[0].steps, r[1].steps);
        }
        ran += runs;
        hol_result_free(&r[0]);
        hol_result_free(&r[1]);
        free(opt);
    }
    ck_assert_int_gt(ran, 10);
    hol_model_free(with);
    hol_model_free(without);
}
END_TEST

/* The rods of the platform lie in one line with their pivots: all rows are one. */
START_TEST(where_the_mechanism_is_singular_no_choice_is_made)
{
    hol_model *model = platform(0.4, 6, NULL);
    const hol_problem problem = {.name = "platform", .model = model, .t_end = 1, .step = 0.005};
    hol_case c = hol_case_of(&problem, hol_method_named("rattle"));
    hol_result r;
    c.redundant = HOL_REDUNDANT_DROP;
    hol_run(&c, &r);
    ck_assert_int_eq(hol_result_end(&r), HOL_END_SINGULAR);
    ck_assert_msg(!strstr(r.message.text, "chosen again"), "%s", r.message.text);
    ck_assert_str_eq(r.x->left_out.text.text, "'rod1', 'rod3'");
    hol_result_free(&r);
    hol_model_free(model);
}
END_TEST

/* How near the rows kept are: the circle's and A's, both of length 1 in the metric of the masses.
 */
START_TEST(the_nearness_of_the_rows_kept_is_that_of_the_closed_form)
{
    hol_message why;
    hol_left_out out;
    hol_memory *m = hol_memory_new();
    hol_model *model = trammel(0.3, 2, true);
    ck_assert(hol_choose_rows(model, &out, &why));
    ck_assert_str_eq(out.text.text, "'B'");
    hol_row_choice *choice = hol_row_choice_new(m, model);
    for (int k = 0; k < 12; k++) {
        double theta = 0.3 + 0.11 * k, nearness, s = sin(theta), c = cos(theta), own;
        hol_model *there = trammel(theta, 0, true);
        /* A: (0, 1, cos), the circle: (cos, sin, 0), of 1/m, 1/m, 1/J */
        own = 1 - s * s / 1.5 / (1 / 1.5 + c * c / 0.5);
        bool again = hol_choose_again(choice, 0, &hol_body_at(there, 0)->at, 4, &out, &nearness);
        ck_assert_double_eq_tol(nearness, own, 1e-13);
        /* B: (1, 0, -sin), by the same */
        bool other = 1 - c * c / 1.5 / (1 / 1.5 + s * s / 0.5) >= 4 * own;
        ck_assert_msg(again == other, "theta = %g", theta);
        hol_model_free(there);
        if (again) break;
    }
    ck_assert_str_eq(out.text.text, "'A'");
    hol_left_out_clear(&out);
    hol_memory_end(m);
    hol_model_free(model);
}
END_TEST

/* The door and Bricard's linkage, with every method, to their end; at length each on both. */
START_TEST(every_method_runs_redundant_models)
{
    static const char *const name[] = {"door", "bricard"};
    static const int rows[] = {5, 1};
    const hol_method *method;
    char file[256];
    hol_mistakes mistakes;
    snprintf(file, sizeof file, "%s/problems/%s.yaml", getenv("srcdir"), name[_i]);
    const hol_problem *problem = hol_model_read(file, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : file);
    hol_mistakes_free(&mistakes);
    for (int k = 0; (method = hol_method_at(k)); k++) {
        if (!hol_long() && k % 2 != _i) continue;
        hol_case c = hol_case_of(problem, method);
        hol_result r;
        double *opt = hol_near_limit(method);
        c.options = opt;
        c.until = 0.5;
        c.repeats = 0;
        c.redundant = HOL_REDUNDANT_DROP;
        ck_assert_msg(hol_run(&c, &r) == HOL_RAN, "%s: %s", method->name, r.message.text);
        ck_assert_msg(r.status == HOL_OK, "%s: %s", method->name, r.message.text);
        ck_assert_int_eq(r.x->left_out.count, rows[_i]);
        ck_assert_msg(r.diagnostics->phi < 1e-2, "%s: %g", method->name, r.diagnostics->phi);
        hol_result_free(&r);
        free(opt);
    }
    hol_model_close(problem);
}
END_TEST

/* Bennett's linkage: the rows chosen at t = 0.3 s are far from depending on each other at the node
 * before 0.4154 s and after it, and depend on each other there, ahead of a step that fails or on
 * one that does not.  Other rows do not, and no run ends as singular. */
START_TEST(rows_are_chosen_again_by_what_they_are_within_a_long_step)
{
    static const double step[] = {0.04, 0.05, 0.06, 0.1};
    const hol_method *method;
    hol_mistakes mistakes;
    char file[256];
    int ran = 0, changed = 0;
    snprintf(file, sizeof file, "%s/tests/harness/own/bennett.yaml", getenv("srcdir"));
    const hol_problem *problem = hol_model_read(file, &mistakes);
    ck_assert_msg(problem, "%s", mistakes.count ? mistakes.text[0] : file);
    hol_mistakes_free(&mistakes);
    for (int k = 0; (method = hol_method_at(k)); k++) {
        hol_case c = hol_case_of(problem, method);
        hol_result r;
        c.h = step[_i];
        c.until = 0.6;
        c.repeats = 0;
        bool runs = hol_run(&c, &r) == HOL_RAN && r.status != HOL_DIVERGED;
        ran += runs;
        ck_assert_msg(!runs || (r.status == HOL_OK && !r.passages), "%s: %s", method->name,
                      r.message.text);
        changed += runs && strstr(r.message.text, "chosen again");
        hol_result_free(&r);
    }
    ck_assert_int_gt(ran, 25);
    ck_assert_int_gt(changed, ran / 2);
    hol_model_close(problem);
}
END_TEST

/* Of Bricard's linkage the tree of the rows kept is another than that of all: the reported Phi and
 * rates, of all rows, are those of the motion, which is the one in `lie`. */
START_TEST(all_rows_are_read_in_joint_coordinates_too)
{
    static const char *const in[] = {"joint", "lie"};
    hol_pose pose[2][5];
    for (int k = 0; k < 2; k++) {
        hol_case c = hol_case_of(hol_problem_named("bricard"), hol_method_named("mk5"));
        hol_result r;
        c.formulation = in[k];
        c.until = 0.5;
        c.h = 0.001;
        c.repeats = 0;
        ck_assert_msg(hol_run(&c, &r) == HOL_RAN && !r.status, "%s", r.message.text);
        ck_assert_int_eq(r.x->left_out.count, 1);
        ck_assert_int_eq(r.x->whole->nj, 30);
        ck_assert_msg(r.diagnostics->phi < 1e-9 && r.diagnostics->gv < 1e-9, "%s: %.2g, %.2g",
                      in[k], r.diagnostics->phi, r.diagnostics->gv);
        const hol_gauge *g = r.diagnostics->gauge;
        memcpy(pose[k], g->pose, sizeof pose[k]);
        for (int i = 0, next = 0; i < 30; i++) { /* of joint coordinates the rows of the cut, R5 */
            bool kept = strcmp(g->whole->row_name[i], r.x->left_out.name[0]) &&
                        (k || !strncmp(g->whole->row_name[i], "R5.", 3));
            ck_assert_int_eq(g->kept_row[i], kept ? next : -1);
            ck_assert(isnan(g->all[i]) == !kept && (!kept || g->all[i] == g->lambda[next]));
            next += kept;
        }
        hol_result_free(&r);
    }
    for (int b = 0; b < 5; b++)
        for (int i = 0; i < 3; i++) ck_assert_double_eq_tol(pose[0][b].r[i], pose[1][b].r[i], 1e-9);
}
END_TEST

START_TEST(it_is_part_of_the_identity_of_a_run)
{
    char line[2][2048], key[2][HOL_KEY];
    hol_spec spec = hol_spec_of(hol_problem_at(0), hol_method_at(0));
    for (int k = 0; k < 2; k++) {
        spec.redundant = k ? HOL_REDUNDANT_LEAST_NORM : HOL_REDUNDANT_DEFAULT;
        hol_spec_text(&spec, line[k], sizeof line[k]);
        hol_spec_key(&spec, key[k]);
    }
    ck_assert(!strstr(line[0], "redundant") && strstr(line[1], " redundant=least-norm"));
    ck_assert_str_ne(key[0], key[1]);
    hol_spec_clear(&spec);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("redundant");
    TCase *tcase = tcase_create("redundant");
    tcase_set_timeout(tcase, hol_patience(60));
    tcase_add_test(tcase, the_motion_is_that_of_the_model_without_the_rows_named);
    tcase_add_test(tcase, the_rows_kept_are_the_furthest_apart);
    tcase_add_loop_test(tcase, multipliers_of_least_norm_are_those_of_the_closed_form, 0, 2);
    tcase_add_test(tcase, rows_left_out_are_in_the_reported_constraints);
    tcase_add_test(tcase, nothing_is_left_out_where_rank_falls_for_a_moment);
    tcase_add_loop_test(tcase, every_method_runs_redundant_models, 0, 2);
    tcase_add_loop_test(tcase, rows_are_chosen_again_by_what_they_are_within_a_long_step, 0, 4);
    tcase_add_test(tcase, all_rows_are_read_in_joint_coordinates_too);
    tcase_add_test(tcase, rows_are_chosen_again_where_those_kept_become_dependent);
    tcase_add_test(tcase, rows_chosen_again_may_make_another_tree);
    tcase_add_test(tcase, rows_of_driven_models_are_chosen_again);
    tcase_add_test(tcase, where_the_mechanism_is_singular_no_choice_is_made);
    tcase_add_test(tcase, the_nearness_of_the_rows_kept_is_that_of_the_closed_form);
    tcase_add_test(tcase, it_is_part_of_the_identity_of_a_run);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
