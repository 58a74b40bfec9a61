/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lacoursiere 2007 (paper 001): the runs behind its section of the report are read as they say, and
 * the section finds what the paper's text and its errata ask for. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/papers/paper_001.h"
#include "harness/study/study_slope.h"
#include "tests/claims.h"
#include "tests/generic.h"

/* ---------------------------------------------------------------- readings */

typedef struct { /* of the first nodes, read again */
    double kinetic[3], potential[3], rms[3], turn[3];
    int count;
} record;

/* Of the poses, which have unit vectors, no stretch shows: it is read off q, of which every rod has
 * (x, y, u_x, u_y). */
static void read(void *to, const hol_node *at)
{
    record *r = to;
    hol_eval *sys = at->s->sys;
    const double *q = at->z->q;
    if (r->count == 3) return;
    double joints[2] = {q[0] - 0.5 * q[2], q[1] - 0.5 * q[3]}, most = 0; /* the tail of rod 1 */
    for (int b = 0; b < sys->nb; b++)
        most = fmax(most, fabs(hypot(q[4 * b + 2], q[4 * b + 3]) - 1));
    r->kinetic[r->count] = hol_kinetic(sys, q, at->z->v);
    r->potential[r->count] = 0;
    for (int b = 0; b < sys->nb; b++) r->potential[r->count] += 10 * 9.81 * q[4 * b + 1];
    r->rms[r->count] = hypot(joints[0], joints[1]);
    r->turn[r->count++] = most;
}

/* From rest, (v_0 + v_1)/2 = v_1/2 has a quarter of the kinetic energy of v_1. */
START_TEST(energies_and_stretches_are_those_of_the_state)
{
    hol_message why = {""};
    hol_p001_motion m;
    record r = {0};
    hol_paper_run is = HOL_P001_SPOOK(1 / 60., "N=3");
    is.until = 0.5;
    is.observe = read;
    is.observer = &r;
    ck_assert_msg(hol_p001_ride(&is, &m, &why), "%s", why.text);
    ck_assert_int_eq(m.count, 31);
    ck_assert_int_eq(r.count, 3);
    for (int k = 0; k < 3; k++) {
        ck_assert_double_eq_tol(m.node[k].t, k / 60., 1e-14);
        ck_assert_double_eq_tol(m.node[k].energy, r.kinetic[k] + r.potential[k], 1e-9);
        ck_assert_double_eq_tol(m.node[k].stretch, r.turn[k], 1e-14);
        ck_assert_double_ge(m.node[k].rms * sqrt(36), r.rms[k]);
    }
    ck_assert_double_gt(m.node[2].stretch, 1e-6);
    ck_assert_double_eq_tol(m.node[0].midpoint, r.potential[0] + 0.25 * r.kinetic[1], 1e-9);
    ck_assert(isfinite(m.node[30].midpoint) && isinf(m.broken) && !m.failed);
    free(m.node);
}
END_TEST

START_TEST(a_slope_is_the_exponent)
{
    double x[] = {0.3, 1.7, 2.2, 11}, y[4];
    for (int i = 0; i < 4; i++) y[i] = 2.385 * pow(x[i], -1.7);
    ck_assert_double_eq_tol(hol_exponent(4, x, y), -1.7, 1e-13);
}
END_TEST

/* Errata of 001: N = 20 by its energy, N = 10 by a step, within half a second. */
START_TEST(shake_breaks_down_by_its_energy_or_a_step)
{
    static const struct {
        const char *N;
        double t; /* [s] */
        bool failed;
    } of[] = {{"N=20", 2.1, false}, {"N=10", 4.6, true}};
    for (int i = 0; i < 2; i++) {
        hol_paper_run is =
            HOL_P001_LADDER("shake", 1 / 60., "newton_tol=1e-10", "velocity=difference");
        hol_message why = {""};
        hol_p001_motion m;
        is.parameter[0] = of[i].N;
        ck_assert_msg(hol_p001_ride(&is, &m, &why), "%s", why.text);
        ck_assert_msg(fabs(m.broken - of[i].t) <= 0.5, "%s: %.2f s", of[i].N, m.broken);
        ck_assert(m.failed == of[i].failed);
        free(m.node);
    }
}
END_TEST

/* ---------------------------------------------------------------- the section */

START_TEST(the_unknowns_are_counted)
{
    hol_paper_section to = {.paper = &hol_paper_001};
    hol_paper_table *t = to.table[0] = hol_paper_read(hol_paper_001.table[0], &to.why);
    ck_assert_msg(t, "%s", to.why.text);
    ck_assert_msg(hol_p001_counts(&to), "%s", to.why.text);
    for (int row = 0; row < t->rows; row++) {
        double N = hol_paper_at(t, row, "N")->value;
        ck_assert(hol_paper_at(t, row, "rods")->ours == 3 * N + 1);
        ck_assert(hol_paper_at(t, row, "variables")->ours == 23 * N + 7);
        ck_assert(hol_paper_at(t, row, "variables less closures")->ours == 7 * (3 * N + 1));
        ck_assert(hol_paper_at(t, row, "freedoms")->ours == N + 1);
        ck_assert(hol_paper_at(t, row, "left to factorise")->ours == 2 * (4 * N + 1));
    }
    hol_paper_free(t);
}
END_TEST

/* What the paper says, and whether we find it. */
static const struct {
    hol_p001_part *part;
    const char *says;
    hol_paper_answer answer;
} expected[] = {
    {hol_p001_falls, "stable at h = 1/60 s", HOL_PAPER_CONFIRMED},
    {hol_p001_falls, "stable for h as large as 1/20 s", HOL_PAPER_CONFIRMED},
    {hol_p001_falls, "most when the chain passes the vertical", HOL_PAPER_CONFIRMED},
    {hol_p001_falls, "even for large systems", HOL_PAPER_REFUTED},
    {hol_p001_whiplash, "SHAKE breaks down", HOL_PAPER_CONFIRMED},
    {hol_p001_whiplash, "Baumgarte's stabilisation breaks down", HOL_PAPER_CONFIRMED},
    {hol_p001_whiplash, "the refined solution is worse", HOL_PAPER_CONFIRMED},
    {hol_p001_masses, "mass ratios exceed about 1000", HOL_PAPER_CONFIRMED},
    {hol_p001_masses, "the regularization must be reduced", HOL_PAPER_CONFIRMED},
    {hol_p001_steps, "O(h^2)", HOL_PAPER_CONFIRMED},
    {hol_p001_steps, "comparable to that of other integrators", HOL_PAPER_REFUTED},
    {hol_p001_steps, "Newton's iteration does not improve", HOL_PAPER_CONFIRMED},
};

static void expect(hol_p001_part *part)
{
    hol_paper_section to = {.paper = &hol_paper_001};
    int met = 0, wanted = 0;
    ck_assert_msg(part(&to), "%s", to.why.text);
    for (int i = 0; i < to.found.count; i++) {
        const hol_paper_finding *one = &to.found.of[i];
        if (hol_verbose()) printf("%s: %s\n", one->says, one->measured);
        ck_assert_msg(!strstr(one->measured, "nan") && !strstr(one->measured, "inf"), "%s: %s",
                      one->says, one->measured);
        ck_assert_uint_lt(strlen(one->measured), sizeof one->measured - 1);
        ck_assert_uint_lt(strlen(one->says), sizeof one->says - 1);
        for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
            if (expected[k].part != part || !strstr(one->says, expected[k].says)) continue;
            ck_assert_msg(one->answer == expected[k].answer, "%s: %s: %s", one->says, one->measured,
                          hol_paper_answer_name(one->answer));
            met++;
        }
    }
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
        wanted += expected[k].part == part;
    ck_assert_int_eq(met, wanted);
    hol_paper_section_free(&to);
}

START_TEST(the_ladder_falls_as_the_paper_says)
{
    expect(hol_p001_falls);
}
END_TEST

START_TEST(the_whiplash_is_as_the_paper_says)
{
    expect(hol_p001_whiplash);
}
END_TEST

START_TEST(mass_ratios_are_as_the_paper_says)
{
    expect(hol_p001_masses);
}
END_TEST

START_TEST(violation_and_error_fall_with_the_step)
{
    expect(hol_p001_steps);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("paper 001");
    TCase *tcase = tcase_create("ladder");
    tcase_add_test(tcase, energies_and_stretches_are_those_of_the_state);
    tcase_add_test(tcase, a_slope_is_the_exponent);
    tcase_add_test(tcase, shake_breaks_down_by_its_energy_or_a_step);
    tcase_add_test(tcase, the_unknowns_are_counted);
    tcase_add_test(tcase, the_ladder_falls_as_the_paper_says);
    tcase_add_test(tcase, the_whiplash_is_as_the_paper_says);
    tcase_add_test(tcase, mass_ratios_are_as_the_paper_says);
    tcase_add_test(tcase, violation_and_error_fall_with_the_step);
    suite_add_tcase(suite, tcase);
    return hol_run_suite(suite);
}
