/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The law of a drift is told where the motion shows it, and only there: of signals, of methods on
 * models in files, of a method whose drift is planted. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study.h"
#include "holonomy/certify.h"
#include "holonomy/memory.h"
#include "holonomy/model_file.h"
#include "holonomy/run.h"
#include "tests/suite.h"

/* ---------------------------------------------------------------- how slowly a motion oscillates
 */

typedef struct {                 /* of a body that turns about e3 and slides along e1 */
    double period, swell, nodes; /* nodes: to the span of 100 s */
    hol_rhythm *rhythm;
} oscillation;

static void feed(hol_memory *m, void *data)
{
    oscillation *s = data;
    const double span = 100;
    s->rhythm = hol_rhythm_new(m, 1, 2.0, span);
    for (int i = 0; i <= s->nodes; i++) {
        double t = span * i / s->nodes, w = 2 * M_PI / s->period;
        double loud = s->swell ? 1 + 0.9 * cos(2 * M_PI * t / s->swell) : 1;
        hol_pose pose = {.p = {cos(t), 0, 0, sin(t)},
                         .omega = {0, 0, 2 + 1e-3 * sin(w * t) * loud}};
        hol_rhythm_add(s->rhythm, t, &pose);
    }
}

static double slowest_of(oscillation s)
{
    hol_memory *m = hol_memory_of(feed, &s);
    double slowest = hol_rhythm_slowest(s.rhythm);
    hol_memory_end(m);
    return slowest;
}

/* The period is a part 1 / k of the span, the next longer one. */
START_TEST(the_slowest_oscillation_is_that_of_the_motion)
{
    ck_assert_double_eq_tol(slowest_of((oscillation){.period = 5, .nodes = 3000}), 5, 1e-9);
    ck_assert_double_eq_tol(slowest_of((oscillation){.period = 12.3, .nodes = 3000}), 100.0 / 8,
                            1e-9);
    ck_assert_double_eq_tol(slowest_of((oscillation){.period = 400, .nodes = 3000}), 100, 1e-9);
    /* of one that is faster than all that are looked for, and of one that nodes are left out of */
    ck_assert_double_eq_tol(slowest_of((oscillation){.period = 0.7, .nodes = 3000}), 100.0 / 33,
                            1e-9);
    ck_assert_double_eq_tol(slowest_of((oscillation){.period = 100.0 / 2048, .nodes = 1e5}),
                            100.0 / 33, 1e-9);
    /* nothing varies in the body's axes, however fast it turns */
    ck_assert(slowest_of((oscillation){.period = HUGE_VAL, .nodes = 3000}) == 0);
}
END_TEST

START_TEST(a_rhythm_is_known_at_its_end_alone)
{
    hol_memory *m = hol_memory_new();
    hol_rhythm *r = hol_rhythm_new(m, 1, 1.0, 10);
    for (int i = 0; i < 100; i++)
        hol_rhythm_add(r, 0.09 * i, &(hol_pose){.p = {1}, .omega = {sin(9.0 * i), 0, 0}});
    ck_assert(isinf(hol_rhythm_slowest(r)));
    hol_rhythm_add(r, 10, &(hol_pose){.p = {1}});
    ck_assert(isfinite(hol_rhythm_slowest(r)));
    hol_memory_end(m);
}
END_TEST

/* ---------------------------------------------------------------- models in files */

typedef struct {
    const hol_problem *problem;
    hol_experiment *x;
} opened;

static opened open_own(const char *model, const char *method)
{
    char path[512];
    const char *tree = getenv("srcdir");
    hol_mistakes mistakes;
    hol_refusal why;
    snprintf(path, sizeof path, "%s/%s%s.yaml", tree ? tree : ".",
             strchr(model, '/') ? "" : "tests/harness/own/", model);
    opened o = {.problem = hol_model_read(path, &mistakes)};
    ck_assert_msg(o.problem != NULL, "%s: %s", path,
                  mistakes.count ? mistakes.text[0] : "no memory");
    hol_mistakes_free(&mistakes);
    o.x = hol_experiment_open(
        &(hol_setup){.problem = o.problem, .method = hol_method_named(method)}, &why);
    return o;
}

static void close_own(opened *o)
{
    hol_experiment_close(o->x);
    hol_model_close(o->problem);
}

static const hol_certificate_line *line_of(const hol_certificate *c, const char *what)
{
    for (int i = 0; i < c->lines; i++)
        if (!strcmp(c->line[i].what, what)) return &c->line[i];
    return NULL;
}

static const struct {
    const char *model, *method;
    bool judged; /* its energy is claimed to stay bounded */
} pair[] = {{"four-bar", "rattle", true},
            {"four-bar", "dvp", true},
            {"four-bar", "mk4", false},
            {"four-bar", "rk8pd", false},
            {"chain", "rattle", true},
            {"chain", "composition-rattle", true},
            {"chain", "shake", true},
            {"chain", "jet-dop853", false},
            {"slider-crank", "mk4", false},
            {"slider-crank", "spook", false},
            {"slider-crank", "jet-dop853", false},
            {"skate", "mk4", false},
            {"skate", "rk4-index1", false},
            {"loop", "rattlie", true},
            {"loop", "lobatto", true},
            {"loop", "gena-lie", false},
            {"loop", "mk4", false},
            {"problems/kapitza", "mk4", false},
            {"problems/kapitza", "shake", false},
            {"problems/kapitza", "taylor", false}};

/* A four-bar linkage, five rods, a slider-crank with a damper, a skate, a closed loop in space, a
 * pendulum on a support that is driven: no claim fails, and a bound is judged.  The methods' orders
 * have a true motion elsewhere. */
START_TEST(no_claim_fails_on_a_model_in_a_file)
{
    hol_certificate c;
    opened o = open_own(pair[_i].model, pair[_i].method);
    ck_assert_msg(o.x != NULL, "%s does not step %s", pair[_i].method, pair[_i].model);
    hol_certify(o.x, NULL, &c);
    for (int i = 0; i < c.lines; i++)
        ck_assert_msg(c.line[i].verdict != HOL_CERTIFIED_FAILS, "%s, %s: %s: claimed %s, %s",
                      pair[_i].method, pair[_i].model, c.line[i].what, c.line[i].claim,
                      c.line[i].measured);
    const hol_certificate_line *energy = line_of(&c, "energy");
    if (pair[_i].judged)
        ck_assert_msg(energy && energy->verdict == HOL_CERTIFIED_HOLDS, "%s, %s: %s",
                      pair[_i].method, pair[_i].model, energy ? energy->measured : "no energy");
    close_own(&o);
}
END_TEST

/* ---------------------------------------------------------------- a drift that is planted */

static const hol_method *kept; /* the method whose steps are spoiled */
static double gain;            /* of the speed, in a step */

static hol_status drifting(hol_stepper *s, double h, hol_state *z)
{
    hol_status status = kept->step(s, h, z);
    for (int i = 0; i < s->sys->nv && !status; i++) z->v[i] *= 1 + gain, z->p[i] *= 1 + gain;
    return status;
}

/* Each step raises the energy so that it is off by 1e-6 of the largest kinetic one, or a little
 * less, after each of the motion's slowest oscillations. */
static void plant(const hol_experiment *x, hol_method *spoiled, double a_period)
{
    hol_invariant of[HOL_INVARIANTS];
    hol_message why;
    ck_assert_msg(hol_invariant_study(x, of, &why), "%s", why.text);
    const hol_invariant *energy = &of[HOL_INVARIANT_ENERGY];
    ck_assert(hol_invariant_as_claimed(energy) && !hol_invariant_hidden(energy));
    kept = x->s->method;
    gain = 0.5 * a_period * 0.5 * x->problem->step / energy->slowest;
    *spoiled = *kept;
    spoiled->step = drifting;
}

static void judge_planted(const hol_problem *problem, const char *method, double a_period)
{
    hol_invariant of[HOL_INVARIANTS];
    hol_message why;
    hol_refusal refusal;
    hol_method spoiled;
    hol_setup setup = {.problem = problem, .method = hol_method_named(method)};
    hol_experiment *x = hol_experiment_open(&setup, &refusal);
    ck_assert(x != NULL);
    plant(x, &spoiled, a_period);
    hol_experiment_close(x);
    setup.method = &spoiled;
    x = hol_experiment_open(&setup, &refusal);
    ck_assert(x != NULL);
    ck_assert_msg(hol_invariant_study(x, of, &why), "%s: %s", problem->name, why.text);
    const hol_invariant *energy = &of[HOL_INVARIANT_ENERGY];
    bool caught = !hol_invariant_as_claimed(energy) && !hol_invariant_hidden(energy);
    ck_assert_msg(caught == (a_period != 0), "%s, %s: %g a period: error %.2g, growth %.2g, %s",
                  method, problem->name, a_period, energy->most, energy->drift.growth,
                  hol_drift_name(energy->drift.law));
    if (caught) ck_assert(energy->drift.law == HOL_DRIFT_LINEAR);
    hol_experiment_close(x);
}

static const char *const regular[] = {"pendulum", "double-spherical-pendulum", "rigid-body"};

START_TEST(a_drift_of_a_millionth_a_period_is_caught)
{
    const double a_period[] = {0, 1e-6, -1e-6};
    for (int i = 0; i < 3; i++) {
        judge_planted(hol_problem_named(regular[_i]), "rattle", a_period[i]);
    }
}
END_TEST

START_TEST(a_drift_is_caught_on_a_model_in_a_file)
{
    static const char *const model[] = {"four-bar", "loop"};
    opened o = open_own(model[_i], "rattle");
    judge_planted(o.problem, "rattle", 0);
    judge_planted(o.problem, "rattle", 1e-6);
    close_own(&o);
}
END_TEST

/* ---------------------------------------------------------------- runs */

static hol_drift law_of(const char *problem, const char *method, double until)
{
    hol_result r;
    hol_case c = hol_case_of(hol_problem_named(problem), hol_method_named(method));
    c.until = until;
    ck_assert_int_eq(hol_run(&c, &r), HOL_RAN);
    hol_drift law = hol_track_drift(&r.diagnostics->energy).law;
    hol_result_free(&r);
    return law;
}

/* A ladder that falls has no oscillation, and a pendulum too few in three seconds.  The energy of
 * mk4 on the double pendulum is off by 0.0090, 0.035, 0.150 J after 25, 50, 100 s. */
START_TEST(a_short_span_has_no_law)
{
    ck_assert_int_eq(law_of("ladder", "rattle", 0.5), HOL_DRIFT_UNKNOWN);
    ck_assert_int_eq(law_of("ladder", "shake", 0.5), HOL_DRIFT_UNKNOWN);
    ck_assert_int_eq(law_of("pendulum", "rattle", 3), HOL_DRIFT_UNKNOWN);
    ck_assert_int_eq(law_of("pendulum", "rattle", 60), HOL_DRIFT_BOUNDED);
    ck_assert_int_eq(law_of("double-spherical-pendulum", "mk4", 100), HOL_DRIFT_QUADRATIC);
}
END_TEST

/* x(t) of a signal of period 0.1 over t = 0 to 10 with an amplitude of 1 + by s^power: s is 0 up to
 * t = from, rises evenly to 1 at t = top and falls as fast from there on. */
typedef struct {
    double from, top, by, power;
} swelling;

static hol_drift law_of_swell(swelling w)
{
    hol_track track;
    hol_track_start(&track, 10, NULL);
    for (int i = 0; i <= 20000; i++) {
        double t = i / 2e3, s = 1 - fabs(t - w.top) / (w.top - w.from);
        hol_track_add(&track, t, (1 + w.by * pow(fmax(0, s), w.power)) * sin(20 * M_PI * t));
    }
    return hol_track_drift(&track).law;
}

static hol_drift law_of_swelling(double from, double by, double power)
{
    return law_of_swell((swelling){from, 10, by, power});
}

/* Over 1000 s the double pendulum's motion is that of round-off: the energy of RATTLE, which never
 * grows by a law, stays within its first swings or leaves them late, as the bits of the step have
 * it. */
START_TEST(what_rises_late_and_steep_has_no_law)
{
    ck_assert_int_eq(law_of_swelling(0, 0, 1), HOL_DRIFT_BOUNDED);
    ck_assert_int_eq(law_of_swelling(0, 1, 1), HOL_DRIFT_LINEAR);
    ck_assert_int_eq(law_of_swelling(0, 1, 2), HOL_DRIFT_QUADRATIC);
    ck_assert_int_eq(law_of_swelling(4, 1, 2), HOL_DRIFT_UNKNOWN);
    hol_drift chaotic = law_of("double-spherical-pendulum", "rattle", 1000);
    ck_assert(chaotic == HOL_DRIFT_UNKNOWN || chaotic == HOL_DRIFT_BOUNDED);
}
END_TEST

/* x(t), an oscillation of period 0.1 about a mean that goes with t / 20 and passes to another
 * level, `jump` away, at half of the span: as a motion that comes to another region. */
static hol_drift law_of_jump(double jump)
{
    hol_track track;
    hol_track_start(&track, 10, NULL);
    for (int i = 0; i <= 20000; i++) {
        double t = i / 2e3;
        hol_track_add(&track, t, t / 20 + jump * (t > 5) + sin(20 * M_PI * t));
    }
    return hol_track_drift(&track).law;
}

START_TEST(what_wanders_has_no_law)
{
    ck_assert_int_eq(law_of_jump(0), HOL_DRIFT_LINEAR);
    ck_assert_int_eq(law_of_jump(1), HOL_DRIFT_UNKNOWN);
    ck_assert_int_eq(law_of_jump(-1), HOL_DRIFT_BOUNDED); /* up, down and up again */
}
END_TEST

/* An oscillation that settles to a hundredth of its start leaves no error that grows. */
START_TEST(what_falls_is_bounded)
{
    ck_assert_int_eq(law_of_swelling(0, -0.99, 0.5), HOL_DRIFT_BOUNDED);
    ck_assert_int_eq(law_of_swelling(0, -0.99, 1), HOL_DRIFT_BOUNDED);
}
END_TEST

/* What rises for two thirds of the span and then falls by half is larger at the end than at the
 * start, and yet grows by no law. */
START_TEST(what_rises_and_falls_back_has_no_law)
{
    ck_assert_int_eq(law_of_swell((swelling){0, 9.9, 1, 1}), HOL_DRIFT_LINEAR);
    ck_assert_int_eq(law_of_swell((swelling){0, 6.7, 1, 1}), HOL_DRIFT_BOUNDED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("drift");
    TCase *tcase = tcase_create("drift");
    tcase_add_test(tcase, the_slowest_oscillation_is_that_of_the_motion);
    tcase_add_test(tcase, a_rhythm_is_known_at_its_end_alone);
    tcase_add_test(tcase, what_rises_late_and_steep_has_no_law);
    tcase_add_test(tcase, what_wanders_has_no_law);
    tcase_add_test(tcase, what_falls_is_bounded);
    tcase_add_test(tcase, what_rises_and_falls_back_has_no_law);
    hol_add_some(tcase, no_claim_fails_on_a_model_in_a_file, sizeof pair / sizeof *pair, 4);
    tcase_add_loop_test(tcase, a_drift_of_a_millionth_a_period_is_caught, 0,
                        sizeof regular / sizeof *regular);
    hol_add_some(tcase, a_drift_is_caught_on_a_model_in_a_file, 2, 2);
    tcase_add_test(tcase, a_short_span_has_no_law);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
